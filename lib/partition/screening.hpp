// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "partition/predict/time_model.hpp"
#include "partition/search/candidates.hpp"

namespace uneven::partition {

/// A draft that is compared with others.
struct Weighed {
  Draft draft;
  Problem problem;
  const ActiveSet* active_set;
  const TimeModel* time_model = nullptr;       ///< null: seconds cannot be predicted
  std::optional<std::string> input{};          ///< form of the samples' inputs where memory counts, else absent
  bool shrinks = false;                        ///< processors with too little memory get smaller rectangles
  double makespan = 0;                         ///< in whole numbers, where it shrinks
  double small_group = draft.row.small_group;  ///< that the draft is to join; its row tells what was joined
  double messages = 0;                         ///< of an iteration, once it is estimated
};

/// How seconds are predicted: not at all, by TimeModel, or by a replay.
enum class Prediction { none, estimate, replay };

/// A draft in whole numbers, how it is balanced, and its predicted seconds.
struct Outcome {
  Rounded rounded;
  Balance balance = Balance::work;
  Prediction prediction = Prediction::none;
  std::optional<double> seconds{};
  double messages = 0;  ///< of an iteration, if it was estimated
  bool fits = true;     ///< each processor has the memory for its rectangle
  bool sums_by_host = false;
};

/// The draft rounded with shares by speed alone, or where these do not fit and may shrink, by memory, too.
/// @param width  see round_partition().
Outcome by_work(const Weighed& weighed, std::int64_t width, Prediction prediction);

/// The same for the choice by elements: close cuts are not joined where that is predicted to take longer, or
/// does not fit.
Outcome by_elements(const Weighed& weighed, std::int64_t width, Prediction prediction);

/// The draft in the way predicted by replays to be fastest of those that fit: shares by speed alone, the same in whole
/// vectors of hidden units if that is no slower, or, with balance time, shares by time if that is clearly faster.
Outcome fastest(const Weighed& weighed, Balance balance);

/// How a plan is chosen.
struct Choice {
  std::function<bool(const Weighed&)> eligible;  ///< whether a candidate may become the plan
  document::Objective objective;
  Balance balance;
  std::int64_t vector_width;  ///< for shares by elements, see round_partition()
  bool in_seconds;            ///< whether seconds can be predicted
};

/// A candidate that becomes the plan.
struct Chosen {
  Weighed* weighed;
  Outcome outcome;
};

/// Chooses by seconds, see Screening, or by elements. Writes the seconds of all candidates into their rows, if they can
/// be predicted and, by elements, there are at most 4,096 processors.
/// @return            nothing if no candidate fits the memory.
/// @throws UsageError  if time is to be balanced by elements, with more than six million messages in an iteration.
std::optional<Chosen> choose(std::vector<Weighed>& weighed, const Choice& wanted);

/// Messages of an iteration up to which it is replayed.
inline constexpr double most_messages = 6e6;

/// Which candidates are replayed, where plans are compared by predicted seconds.
///
/// 1. Every candidate is estimated by TimeModel.
/// 2. Candidates that differ only in how cuts are joined are a family. The leader of a family is the candidate with the
///    least estimate among those that may become the plan and fit the memory. 16 leaders are replayed, with shares by
///    speed alone, in turn the one with the least corrected estimate and the one with the least estimate; and up to 48
///    more, as long as half of the messages of rule 6 are left.
/// 3. An estimate for k processors is corrected by the replay of the leader with the same collective and the nearest
///    number of processors, k': it is multiplied by (replay / estimate of that leader)^(1 / (1 + |log2(k / k')|)).
///    Estimates err alike for like numbers of processors, and numbers that were not tried are given a chance. The first
///    leader of each collective is replayed in any case. Replays of one form say little of another, hence the turns.
/// 4. The families of the three fastest leaders are replayed whole, with every way to share.
/// 5. If the sums of the fastest go inside hosts first, it is replayed once more with sums in the order of speeds, and
///    keeps that order where it is faster.
/// 6. Replays end once their messages exceed 6,000 for each processor, at least 200,000 and at most six million:
///    planning takes seconds to a minute whatever the cluster. A candidate with more messages than are left is passed
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
  /// Its result.
  const Outcome& outcome() const { return *outcome_; }

 private:
  void estimate();
  void remove_unjoined();
  void try_sums_by_speed();
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
