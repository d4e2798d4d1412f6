// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "collective/allreduce.hpp"
#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "partition/search/cost.hpp"
#include "simulate/replay.hpp"

namespace uneven::partition {

/// Bytes of a number in predicted messages: single precision.
inline constexpr std::int64_t planned_element_bytes = 4;

/// Longest vector that is summed in one slice, in bytes; longer vectors go in several slices.
inline constexpr double slice_bytes = collective::segment_bytes;

/// Seconds of an all-reduce of B bytes among k processors, as mpi-runner performs it: start_s + B * byte_s.
struct AllReduce {
  double start_s = 0;
  double byte_s = 0;
};

/// Linear all-reduce: k - 1 messages to member 0 and k - 1 answers pass its link one after the other. For a vector of
/// several slices, see group_slices(), answers to the first slices leave while the other slices arrive.
/// @param bytes  length of the vector. @return  a line, exact for 0 and for `bytes`.
AllReduce linear_all_reduce(std::int64_t k, const document::NetworkSpeeds& network, double addition_s_per_byte,
                            double bytes);

/// Ring all-reduce: 2 (k - 1) steps, each with a k-th of the vector.
AllReduce ring_all_reduce(std::int64_t k, const document::NetworkSpeeds& network, double addition_s_per_byte);

/// Seconds for a vector of B bytes on one edge of a tree. Reduction: the parent's operation (join_s) and the transfer.
/// Broadcast: the parent's send, which ends when its bytes have left (send_s), and the transfer. Between hosts the
/// bytes keep the receiver's link busy, so their time is in join_s; on one host it is in join_transfer_s.
struct TreeMessage {
  double join_s = 0, join_transfer_s = 0;
  double send_s = 0, send_transfer_s = 0;
};
TreeMessage tree_message(const document::Speeds& speeds, double bytes);

/// Times for which the tree of a sum is made. It carries vectors both ways, so each child costs its parent an operation
/// and a send.
document::TreeTimes tree_times(const TreeMessage& message);

/// Tree all-reduce: reduction and broadcast along the reduction::sum_tree() made for `bytes`, or for one slice if that
/// is shorter. Further slices follow at the pace of the root.
/// @return  a line, exact for 0 and for `bytes`.
/// Cost: O(k log k).
AllReduce tree_all_reduce(std::int64_t k, const document::Speeds& speeds, double bytes);

/// The all-reduce of a collective among k processors.
/// @param speeds  with a network.
/// @param bytes   length of the vector for which the times are exact and the tree is made.
AllReduce all_reduce(Collective collective, std::int64_t k, const document::Speeds& speeds, double bytes);

}  // namespace uneven::partition
