#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "partition/search/cost.hpp"
#include "partition/search/layout.hpp"

namespace uneven::partition {

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
