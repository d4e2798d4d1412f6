// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "partition/outcome.hpp"

namespace uneven::partition {

/// Messages of an iteration up to which it is replayed.
inline constexpr double most_messages = 6e6;

/// Which candidates are replayed, where plans are compared by predicted seconds.
///
/// 1. Every candidate is estimated by TimeModel.
/// 2. Candidates that differ only in how cuts are joined are a family. Of each family, the one with the least estimate
///    that may become the plan and fits is its leader. 16 leaders are replayed, with shares by speed alone; each time
///    the one with the least corrected estimate.
/// 3. An estimate is corrected by what the replay of the leader with the nearest number of processors took over its own
///    estimate, to the power of 1 / (1 + log2 of the ratio of both numbers): estimates err alike where as many take
///    part, and numbers that were not tried are given a chance.
/// 4. The families of the three fastest leaders are replayed whole, with every way to share.
/// 5. Replays end once their messages exceed 6,000 for each processor, at least 200,000 and at most six million:
///    planning takes seconds to a minute whatever the cluster. A candidate that would exceed what is left is passed
///    over. The first is replayed always, but with more than six million messages it is only estimated.
///
/// The plan is the fastest of those replayed. The amount of work depends on the input alone, never on the machine.
class Screening {
 public:
  /// @param eligible  whether a candidate may become the plan.
  Screening(std::vector<Weighed>& weighed, const std::function<bool(const Weighed&)>& eligible, Balance balance);

  /// Writes the seconds of every candidate's row, and removes candidates that were to join close cuts where
  /// there are none. Cost: an estimate for each candidate, and the replays.
  void run();

  /// The fastest candidate that may become the plan and fits; null if there is none. Ties go to the earliest replayed.
  Weighed* best() const { return best_; }
  /// What became of it.
  const Outcome& outcome() const { return *outcome_; }

 private:
  void estimate();
  void remove_unjoined();
  std::vector<Weighed*> leaders() const;
  /// Replays leaders, each time the one that looks fastest. @return those replayed, the fastest first.
  std::vector<Weighed*> replay_leaders(std::vector<Weighed*> leaders);
  /// Replays one, if its messages are left. @return whether it did.
  bool replay(Weighed& weighed, bool every_way);
  bool may_be(const Weighed& weighed) const { return weighed.draft.row.fits && eligible_(weighed); }

  std::vector<Weighed>& weighed_;
  std::function<bool(const Weighed&)> eligible_;
  Balance balance_;
  double messages_left_ = 0;
  Weighed* best_ = nullptr;
  std::optional<Outcome> outcome_;
};

/// The candidate before anything was done about its cuts.
Weighed as_asked(Weighed weighed);

/// Writes what became of a candidate into its row. @throws InputError  if its seconds are no number.
void tell(const Outcome& outcome, Weighed& weighed);

}  // namespace uneven::partition
