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
    1 << 13;  ///< messages of an iteration; with this many, replaying all candidates takes a minute

/// Estimated messages of an iteration: the column sums of a one-column plan plus the group sums of an N-column plan.
/// One processor counts as two, because a replay follows its chunks, too.
double messages(std::int64_t processors, const document::Perceptron& network, std::int64_t samples);

/// Whether an iteration is small enough to compare plans by replays of it.
bool within_replay_limit(std::int64_t processors, const document::Perceptron& network, std::int64_t samples);

/// Seconds per iteration of back-propagation, without overlap of compute and communication:
///
///     max_c( max_i in c(WorkTime of m_i, s_i) + all-reduce of l s_c among k(c) )
///       + max_i( all-reduces of (n + l) hidden units among C, over the groups of processor i )
///
/// in single precision. All groups of a processor use its one link, so their times add up. Trees are from sum_trees().
/// @param whole   every rectangle has at least one cell.
/// @param speeds  with a network.
/// Cost: O(N log N).
double seconds_per_iteration(const Layout& layout, const WholeLayout& whole, const Problem& problem,
                             const document::Speeds& speeds);

/// Times for which the trees of Collective::tree are made. They are times of a vector of mean length: l s / C numbers
/// in a column, (n + l) m / groups in a communication group; or of one slice of it.
/// @param speeds  with a network.
document::SumTrees sum_trees(const WholeLayout& whole, const Problem& problem, const document::Speeds& speeds);

/// The reason why seconds cannot be predicted from `speeds` for this network; absent if they can.
/// @param input  see other_kernel().
std::optional<std::string> why_no_seconds(const document::Speeds& speeds, const document::Perceptron& network,
                                          const std::string& input = "");

/// The reason why shares may be wrong: the speeds were measured with another kernel, network or input. Absent if these
/// are the same or unknown. @param input  kind of the samples' inputs: one-hot or dense; empty: unknown.
std::optional<std::string> other_kernel(const document::Speeds& speeds, const document::Perceptron& network,
                                        const std::string& input = "");

}  // namespace uneven::partition
