// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "collective/allreduce.hpp"
#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "partition/cost.hpp"
#include "partition/schedule.hpp"
#include "simulate/pricing.hpp"
#include "simulate/replay.hpp"

namespace uneven::partition {

/// CPU seconds of packing a weight for a sum and unpacking it.
double packed_weight_seconds(const document::Speeds& speeds);

/// What the operations of each processor cost it in an iteration, shape [p]: its work in CPU seconds, and additions.
/// @param parts  of all processors; must outlive the costs. One without operations has none.
std::vector<simulate::Costs> costs_of(const document::Partition& plan, const document::Speeds& speeds,
                                      const std::vector<Part>& parts);

/// The steps of each processor in `iterations` iterations of back-propagation, as mpi-runner performs them in single
/// precision: the chunks of samples, where the sum of one chunk's outputs travels while the next chunks are computed;
/// the sums over the communication groups; and the agreement of all processors after each iteration.
///
/// @param plan    read are network, samples, collective, trees, columns and rectangles.
/// @param speeds  of all processors of the plan. Work counts as CPU time at the share that its quota leaves.
/// @return        shape [N]; no steps for processors left out.
std::vector<std::vector<simulate::Step>> steps_of(const document::Partition& plan, const document::Speeds& speeds,
                                                  int iterations);

/// Busy time of each processor in one iteration, in s, see simulate::busy_seconds(). Shape [N].
std::vector<double> busy_seconds_per_iteration(const document::Partition& plan, const document::Speeds& speeds);

/// Seconds per iteration in the long run, from replays of some iterations.
/// @param speeds  with a network.
/// Cost: O(M log N) for the M messages of an iteration.
double replayed_seconds_per_iteration(const document::Partition& plan, const document::Speeds& speeds);

/// Chunks in flight in a column of several processors: the sum of one travels while the next is computed. More chunks
/// would leave the cache before their sums are back.
inline constexpr int chunks_in_flight = 2;

/// The order in which a processor works on its chunks: `in_flight` forward passes, then the first backward pass, and so
/// on in turn. Measurement, prediction and run share this order.
/// @param forward, backward  the passes; called with the number of a chunk.
template <class Forward, class Backward>
void through_chunks(std::int64_t chunks, int in_flight, Forward forward, Backward backward) {
  const std::int64_t behind = in_flight - 1;
  for (std::int64_t c = 0; c < chunks + behind; ++c) {
    if (c < chunks) forward(c);
    if (c >= behind) backward(c - behind);
  }
}

/// Samples of a chunk in a column: as many as fit into a cache, but so few that the sum of their outputs is one message
/// of at most simulate::segment_bytes; at least 64.
/// @param tallest     the largest number of hidden units of a rectangle in the column.
/// @param processors  number of processors of the column; one alone sends nothing.
std::int64_t chunk_samples(std::int64_t tallest, std::int64_t outputs, std::size_t processors,
                           std::size_t element_bytes);

/// Consecutive elements of a vector, summed in one all-reduce.
struct Slice {
  std::int64_t first = 0, count = 0;
  int number = 0;  ///< among the slices of all groups, in the order in which they travel
};

/// The slices of the sums over one communication group.
struct GroupSlices {
  std::vector<Slice> outputs, inputs;  ///< of dV, l x hidden units, and of dW, n x hidden units
};

/// Cuts the sums over a plan's groups into slices of one message segment, or of several if there would be hundreds of
/// slices. The results of the first slices return while the others travel, so that links carry messages both ways. With
/// a ring, which cuts vectors itself, a sum is one slice.
/// @param element_bytes  bytes of a number in a message.
/// @return               by group; no slices for groups of one member.
/// Cost: O(slices), some hundreds at most, and a few for each group.
std::vector<GroupSlices> group_slices(const std::vector<document::Group>& groups, const document::Perceptron& network,
                                      Collective collective, std::int64_t element_bytes);

/// Bytes of a number in predicted messages: single precision.
inline constexpr std::int64_t planned_element_bytes = 4;

/// Longest vector that is summed in one slice, in bytes; longer vectors go in several slices.
inline constexpr double slice_bytes = collective::segment_bytes;

/// What the messages and the additions of sums cost.
struct SumCosts {
  /// @param speeds  with a network.
  SumCosts(const document::Speeds& speeds);
  /// The same for sums inside a host.
  SumCosts within_host() const;

  document::NetworkSpeeds network;
  double addition_s_per_byte = 0;
  bool between_hosts = false;  ///< the bytes of all that reach a processor pass its link one after the other
};

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
TreeMessage tree_message(const SumCosts& costs, double bytes);

/// Times for which the tree of a sum is made. It carries vectors both ways, so each child costs its parent an operation
/// and a send.
document::TreeTimes tree_times(const TreeMessage& message);

/// Tree all-reduce: reduction and broadcast along the reduction::sum_tree() made for `bytes`, or for one slice if that
/// is shorter. Further slices follow at the pace of the root.
/// @return  a line, exact for 0 and for `bytes`.
/// Cost: O(k log k).
AllReduce tree_all_reduce(std::int64_t k, const SumCosts& costs, double bytes);

/// The all-reduce of a collective among k processors.
/// @param bytes  length of the vector for which the times are exact and the tree is made.
AllReduce all_reduce(Collective collective, std::int64_t k, const SumCosts& costs, double bytes);

}  // namespace uneven::partition
