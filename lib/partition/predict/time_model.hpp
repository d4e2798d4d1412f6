// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "partition/predict/sums.hpp"
#include "partition/predict/work_time.hpp"
#include "partition/search/cost.hpp"
#include "partition/search/layout.hpp"

namespace uneven::partition {

/// A run makes new plans by seconds, and check-plan counts the bytes of every message, for up to so many processors and
/// messages of an iteration.
inline constexpr std::int64_t replay_limit_processors = 16;
inline constexpr double replay_limit_messages = 1 << 13;

/// Most messages of an iteration, for any plan: the column sums of a one-column plan plus the group sums of an N-column
/// plan. One processor counts as two, because a replay follows its chunks, too.
double messages(std::int64_t processors, const document::Perceptron& network, std::int64_t samples);

/// Whether an iteration has no more of either.
bool within_replay_limit(std::int64_t processors, const document::Perceptron& network, std::int64_t samples);

/// What TimeModel says of an iteration.
struct Estimate {
  double seconds = 0;
  double messages = 0;  ///< of all processors
};

/// Estimates the seconds of an iteration of back-propagation without replaying it, to find the plans that are worth a
/// replay. Compute and communication overlap as far as they can: an iteration takes as long as its busiest resource,
///
///     max_c( max(CPU, links, cards, chunks in turn) + all-reduce of a chunk's outputs among k(c) )
///       + max(CPU, links, cards) of the sums over groups + all-reduce of a slice among C
///
/// CPU: WorkTime, messages and additions of a processor. Links and cards: bytes of a processor and of a host's
/// processors, the busier way. Chunks in turn: of the two chunks under way, each waits for its sum. The members of a
/// sum are in the order of their speeds; in the sums over groups, columns are in the order of their fastest processors.
/// In single precision. Trees are from sum_trees().
class TimeModel {
 public:
  /// @param speeds  with a network; must outlive this.
  TimeModel(const document::Speeds& speeds, const document::Perceptron& network);

  /// @param whole  every rectangle has at least one cell.
  /// Cost: O(N log N).
  Estimate of(const Layout& layout, const WholeLayout& whole, const Problem& problem) const;

 private:
  struct Column;
  struct Role;
  struct Roles;
  static Roles roles_of(Collective collective, std::int64_t k, const TreeMessage& slice);
  Column column(const std::vector<std::int64_t>& processors, const std::vector<std::int64_t>& cuts, double samples,
                const Problem& problem, std::vector<double>& card_s) const;
  Estimate groups(const Layout& layout, const WholeLayout& whole, const Problem& problem) const;
  /// Adds to the seconds of cards what a sum over `members`, in its order, sends through each.
  /// @return  the share of each member's messages that go from host to host; 1 where every processor has a card.
  std::vector<double> add_cards(const std::vector<std::int64_t>& members, const Roles& roles, double bytes,
                                std::vector<double>& card_s) const;

  /// Whether all of them are on one host of several.
  bool are_together(const std::vector<std::int64_t>& processors) const;
  /// CPU time of a message. @param within  inside a host.
  double message_s(std::size_t processor, bool within) const;

  const document::Speeds& speeds_;
  WorkTime work_;
  SumCosts between_, within_;  ///< hosts; a host
  std::vector<int> hosts_;     ///< of each processor; empty: a card for each
  std::size_t host_count_ = 0;
  double card_gap_ = 0;
};

/// Times for which the trees of Collective::tree are made. They are times of a vector of mean length: l s / C numbers
/// in a column, (n + l) m / groups in a communication group; or of one slice of it.
/// @param speeds  with a network.
document::SumTrees sum_trees(const WholeLayout& whole, const Problem& problem, const document::Speeds& speeds);

}  // namespace uneven::partition
