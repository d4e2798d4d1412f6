// SPDX-License-Identifier: MIT
#include <cmath>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "partition/screening.hpp"

namespace uneven::partition {

namespace {

constexpr std::size_t most_processors_with_seconds = 4096;

/// The eligible candidate that fits and has the least elements, or, where rectangles had to shrink, the least makespan;
/// ties go to the earliest. Null if none fits.
Weighed* with_least_elements(std::vector<Weighed>& weighed, const std::function<bool(const Weighed&)>& eligible) {
  Weighed* best = nullptr;
  const auto value = [&](const Weighed& w) { return w.shrinks ? w.makespan : w.draft.row.elements; };
  for (Weighed& w : weighed)
    if (eligible(w) && w.draft.row.fits && (!best || value(w) < value(*best))) best = &w;
  return best;
}

}  // namespace

std::optional<Chosen> choose(std::vector<Weighed>& weighed, const Choice& wanted) {
  if (wanted.objective == document::Objective::seconds && wanted.in_seconds) {
    Screening screening(weighed, wanted.eligible, wanted.balance);
    screening.run();
    if (!screening.best()) return {};
    return Chosen{screening.best(), screening.outcome()};
  }
  const auto prediction = wanted.in_seconds ? Prediction::estimate : Prediction::none;
  const std::size_t processors = weighed.front().active_set->speeds.processors.size();
  if (weighed.front().input || (wanted.in_seconds && processors <= most_processors_with_seconds))
    for (Weighed& w : weighed) tell(by_elements(as_asked(w), wanted.vector_width, prediction), w);
  Weighed* best = with_least_elements(weighed, wanted.eligible);
  if (!best) return {};
  Outcome outcome = by_elements(as_asked(*best), wanted.vector_width, prediction);
  if (wanted.balance == Balance::time && wanted.in_seconds) {
    if (outcome.messages > most_messages)
      throw UsageError("--balance time: about " + std::to_string(std::llround(outcome.messages)) +
                       " messages in an iteration; expected " + std::to_string(std::llround(most_messages)) +
                       " or fewer");
    outcome = fastest(as_asked(*best), wanted.balance);
  } else if (wanted.in_seconds && outcome.messages <= most_messages) {
    outcome = by_elements(as_asked(*best), wanted.vector_width, Prediction::replay);
  }
  tell(outcome, *best);
  return Chosen{best, std::move(outcome)};
}

}  // namespace uneven::partition
