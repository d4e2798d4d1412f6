// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "partition/outcome.hpp"

namespace uneven::partition {

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

}  // namespace uneven::partition
