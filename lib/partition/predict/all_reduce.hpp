// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "collective/allreduce.hpp"
#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "partition/search/cost.hpp"
#include "simulate/replay.hpp"

namespace uneven::partition {

/// Bytes of a number that is sent: single precision.
inline constexpr std::int64_t planned_element_bytes = 4;

/// The longest that is summed at once: longer vectors go in slices.
inline constexpr double slice_bytes = collective::segment_bytes;

/// Seconds of an all-reduce of B bytes among k processors, as mpi-runner performs it: start_s + B * byte_s.
struct AllReduce {
  double start_s = 0;
  double byte_s = 0;
};

/// Everyone's message to the first and its answers pass the first's link one after the other: 2 (k - 1) messages. Of
/// vectors longer than a slice, see group_slices(), answers to the first slices leave while the others come.
/// @param bytes  of the vector. @return  exact for no bytes and for `bytes`.
AllReduce linear_all_reduce(std::int64_t k, const document::NetworkSpeeds& network, double addition_s_per_byte,
                            double bytes);

/// 2 (k - 1) steps, each with a k-th of the vector.
AllReduce ring_all_reduce(std::int64_t k, const document::NetworkSpeeds& network, double addition_s_per_byte);

/// What a vector of B bytes costs in a tree: an operation of the reduction and its transfer, then a send of the
/// broadcast and its transit. Between hosts the bytes keep the receiver's link busy, so there they are part of the
/// operation; a send is over when its bytes have left.
struct TreeMessage {
  double join_s = 0, join_transfer_s = 0;
  double send_s = 0, send_transfer_s = 0;
};
TreeMessage tree_message(const document::Speeds& speeds, double bytes);

/// Of the tree that carries both ways of such vectors: a child costs its parent an operation and a send.
document::TreeTimes tree_times(const TreeMessage& message);

/// A reduction along reduction::sum_tree() for tree_times() of `bytes`, or of a slice, and a broadcast back; further
/// slices follow each other as fast as the root takes them.
/// @return  exact for no bytes and for `bytes`; on a line between.
/// Cost: O(k log k).
AllReduce tree_all_reduce(std::int64_t k, const document::Speeds& speeds, double bytes);

/// @param speeds  with a network.
/// @param bytes   the vector that trees are made for.
AllReduce all_reduce(Collective collective, std::int64_t k, const document::Speeds& speeds, double bytes);

}  // namespace uneven::partition
