// SPDX-License-Identifier: MIT
#include "partition/outcome.hpp"

#include <utility>

#include "partition/predict/iteration.hpp"
#include "partition/predict/work_time.hpp"
#include "partition/within_memory.hpp"
#include "simulate/replay.hpp"

namespace uneven::partition {

namespace {

constexpr double rounding = 1 + 1e-9;     // of sums of the same times
constexpr double worth_balancing = 0.95;  // part of the predicted time; smaller predicted savings did not show in runs

Outcome outcome_of(Rounded rounded, Balance balance, const Weighed& weighed, Prediction prediction) {
  const document::Speeds& speeds = weighed.active_set->speeds;
  Outcome outcome{std::move(rounded), balance, prediction};
  if (prediction == Prediction::estimate) {
    const Estimate estimate = weighed.time_model->of(outcome.rounded.layout, outcome.rounded.whole, weighed.problem);
    outcome.seconds = estimate.seconds;
    outcome.messages = estimate.messages;
  } else if (prediction == Prediction::replay) {
    const document::Partition plan = partition_of(outcome.rounded, weighed.problem, speeds);
    outcome.seconds = replayed_seconds_per_iteration(plan, speeds);
  }
  outcome.fits = !weighed.input || fits_memory(outcome.rounded, weighed.problem, speeds, *weighed.input);
  return outcome;
}

}  // namespace

Outcome by_work(const Weighed& weighed, std::int64_t width, Prediction prediction) {
  const auto& draft = weighed.draft;
  const auto& problem = weighed.problem;
  const auto* active_set = weighed.active_set;
  Outcome outcome =
      outcome_of(round_partition(draft, active_set->cluster, problem, width), Balance::work, weighed, prediction);
  if (outcome.fits || !weighed.shrinks || draft.row.method != document::PartitionMethod::columns) return outcome;
  auto smaller = smaller_where_memory_is_short(draft, outcome.rounded, problem, active_set->speeds, *weighed.input);
  if (!smaller) return outcome;
  return outcome_of(std::move(*smaller), Balance::memory, weighed, prediction);
}

Outcome by_elements(const Weighed& weighed, std::int64_t width, Prediction prediction) {
  const bool in_seconds = prediction != Prediction::none;
  Outcome outcome = by_work(weighed, width, prediction);
  if (!weighed.draft.joins_close || outcome.rounded.small_group == 0) return outcome;
  if (!in_seconds && outcome.fits) return outcome;
  Weighed apart = weighed;
  apart.draft.joins_close = false;
  Outcome other = by_work(apart, width, prediction);
  if (outcome.fits != other.fits) return outcome.fits ? outcome : other;
  return !in_seconds || *outcome.seconds < *other.seconds ? outcome : other;
}

Outcome fastest(const Weighed& weighed, Balance balance) {
  const auto& draft = weighed.draft;
  const auto& problem = weighed.problem;
  const auto* active_set = weighed.active_set;
  const Outcome plain = by_work(weighed, 1, Prediction::replay);
  if (draft.row.method != document::PartitionMethod::columns || plain.balance == Balance::memory) return plain;
  Outcome best = plain;
  if (const auto width = vector_width(active_set->speeds, problem.network); width > 1) {
    Rounded in_vectors = round_partition(draft, active_set->cluster, problem, width);
    if (in_vectors.whole.cuts != plain.rounded.whole.cuts) {
      Outcome other = outcome_of(std::move(in_vectors), Balance::work, weighed, Prediction::replay);
      if (other.fits && (!best.fits || *other.seconds <= *best.seconds * rounding)) best = std::move(other);
    }
  }
  if (balance == Balance::work) return best;
  auto shared = balanced(draft, plain.rounded, problem, active_set->speeds);
  if (!shared) return best;
  Outcome other = outcome_of(std::move(*shared), balance, weighed, Prediction::replay);
  if (other.fits &&
      (!best.fits || (*other.seconds <= worth_balancing * *plain.seconds && *other.seconds < *best.seconds)))
    return other;
  return best;
}

}  // namespace uneven::partition
