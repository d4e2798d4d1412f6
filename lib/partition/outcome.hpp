// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "partition/predict/time_model.hpp"
#include "partition/search/balance.hpp"
#include "partition/search/candidates.hpp"
#include "partition/search/rounded.hpp"

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

}  // namespace uneven::partition
