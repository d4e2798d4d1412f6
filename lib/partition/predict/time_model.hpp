// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "partition/search/cost.hpp"
#include "partition/search/layout.hpp"

namespace uneven::partition {

inline constexpr std::int64_t replay_limit_processors = 16;
inline constexpr double replay_limit_messages =
    1 << 13;  ///< of an iteration: replays of each candidate take a minute in all

/// Messages of an iteration, of column sums if all processors are one column, and of group sums if each is one. One
/// processor counts as two: a replay goes through its chunks all the same.
double messages(std::int64_t processors, const document::Perceptron& network, std::int64_t samples);

/// Whether an iteration is so small that plans are compared by replays of it.
bool within_replay_limit(std::int64_t processors, const document::Perceptron& network, std::int64_t samples);

/// Seconds per iteration of back-propagation, without overlap of compute and communication:
///
///     max_c( max_i in c(WorkTime of m_i, s_i) + all-reduce of l s_c among k(c) )
///       + max_i( all-reduces of (n + l) hidden units among C, over the groups of processor i )
///
/// in single precision. Processors share a link among their groups, so those add up. Trees are those of sum_trees().
/// @param whole   every rectangle has at least one cell.
/// @param speeds  with a network.
/// Cost: O(N log N).
double seconds_per_iteration(const Layout& layout, const WholeLayout& whole, const Problem& problem,
                             const document::Speeds& speeds);

/// What the trees of Collective::tree are made for: the mean vectors of a column, l s / C, and of a communication
/// group, (n + l) m over the number of groups, or slices of them.
/// @param speeds  with a network.
document::SumTrees sum_trees(const WholeLayout& whole, const Problem& problem, const document::Speeds& speeds);

/// Why seconds cannot be predicted from `speeds` for this network; absent if they can.
/// @param input  as other_kernel().
std::optional<std::string> why_no_seconds(const document::Speeds& speeds, const document::Perceptron& network,
                                          const std::string& input = "");

/// Why the shares may be off: the speeds are of another kernel, network or input; absent if unknown or the same.
/// @param input  of the samples: one-hot, dense or, if it is not known, nothing.
std::optional<std::string> other_kernel(const document::Speeds& speeds, const document::Perceptron& network,
                                        const std::string& input = "");

}  // namespace uneven::partition
