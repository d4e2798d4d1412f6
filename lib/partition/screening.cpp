// SPDX-License-Identifier: MIT
#include "partition/screening.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "partition/memory.hpp"
#include "partition/predict/iteration.hpp"
#include "partition/predict/time_model.hpp"
#include "partition/search/candidates.hpp"
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
  outcome.sums_by_host = weighed.problem.sums_by_host;
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

namespace {

constexpr std::size_t leading = 16, most_leading = 64, with_variants = 3;
constexpr double messages_of_processor = 6000, least_messages = 2e5;
constexpr double ways = 3;  // to share the columns

using Family = std::tuple<document::PartitionMethod, document::Order, std::int64_t, std::int64_t, Collective>;

Family family_of(const Weighed& weighed) {
  const document::Candidate& row = weighed.draft.row;
  return {row.method, row.order, row.columns, row.processors, row.collective};
}

/// What replays say of estimates.
class Correction {
 public:
  /// @param estimate  of a candidate whose replay is in its row.
  void add(const document::Candidate& row, double estimate) {
    const double ratio = *row.seconds / estimate;
    ratios_[row.collective][row.processors] = std::isfinite(ratio) ? ratio : 1;  // both may be 0
  }

  /// The seconds that a replay of a candidate that has its estimate is expected to tell; 0 for an untried collective.
  /// Cost: O(r) with r replays.
  double expected(const document::Candidate& row) const {
    const auto ratios = ratios_.find(row.collective);
    if (ratios == ratios_.end()) return 0;
    double distance = std::numeric_limits<double>::infinity(), ratio = 1;
    for (const auto& [processors, seen] : ratios->second) {
      const double octaves = std::abs(std::log2(static_cast<double>(processors) / static_cast<double>(row.processors)));
      if (octaves < distance) distance = octaves, ratio = seen;
    }
    return *row.seconds * std::pow(ratio, 1 / (1 + distance));
  }

 private:
  std::map<Collective, std::map<std::int64_t, double>> ratios_;  ///< replayed over estimated seconds
};

bool is_faster(const Weighed* one, const Weighed* other) { return *one->draft.row.seconds < *other->draft.row.seconds; }

}  // namespace

Weighed as_asked(Weighed weighed) {
  weighed.draft.row.small_group = weighed.small_group;
  return weighed;
}

void tell(const Outcome& outcome, Weighed& weighed) {
  document::Candidate& row = weighed.draft.row;
  row.small_group = outcome.rounded.small_group;
  row.fits = outcome.fits;
  if (outcome.seconds) row.seconds = finite(*outcome.seconds, "predicted seconds of a partition");
  row.replayed = outcome.prediction == Prediction::replay;
  if (outcome.messages > 0) weighed.messages = outcome.messages;
  if (weighed.shrinks)
    weighed.makespan = makespan(outcome.rounded.layout, outcome.rounded.whole, weighed.active_set->cluster.speeds);
}

Screening::Screening(std::vector<Weighed>& weighed, const std::function<bool(const Weighed&)>& eligible,
                     Balance balance)
    : weighed_(weighed), eligible_(eligible), balance_(balance) {
  if (weighed.empty()) return;
  const auto processors = static_cast<double>(weighed.front().active_set->speeds.processors.size());
  messages_left_ = std::clamp(messages_of_processor * processors, least_messages, most_messages);
}

void Screening::estimate() {
  for (Weighed& w : weighed_) tell(by_work(as_asked(w), 1, Prediction::estimate), w);
  remove_unjoined();
}

std::vector<Weighed*> Screening::leaders() const {
  std::map<Family, Weighed*> least;
  for (Weighed& w : weighed_) {
    if (!may_be(w)) continue;
    Weighed*& leader = least[family_of(w)];
    if (!leader || is_faster(&w, leader)) leader = &w;
  }
  std::vector<Weighed*> leaders;
  for (Weighed& w : weighed_)  // in the order of the candidates, for ties
    if (may_be(w) && least.at(family_of(w)) == &w) leaders.push_back(&w);
  std::ranges::stable_sort(leaders, is_faster);
  return leaders;
}

bool Screening::replay(Weighed& w, bool every_way) {
  const double messages = std::max(1.0, w.messages) * (every_way ? ways : 1);
  const bool first = !best_ && messages <= most_messages;
  if (messages > messages_left_ && !first) return false;
  messages_left_ -= messages;
  Outcome outcome = every_way ? fastest(as_asked(w), balance_) : by_work(as_asked(w), 1, Prediction::replay);
  tell(outcome, w);
  if (!w.draft.row.fits || (best_ && best_ != &w && !is_faster(&w, best_))) return true;
  best_ = &w;
  outcome_ = std::move(outcome);
  return true;
}

std::vector<Weighed*> Screening::replay_leaders(std::vector<Weighed*> leaders) {
  Correction correction;
  std::vector<Weighed*> replayed;
  const double for_variants = messages_left_ / 2;
  while (replayed.size() < leading || (replayed.size() < most_leading && messages_left_ > for_variants)) {
    const bool by_estimate = replayed.size() % 2 == 1;
    std::vector<std::pair<double, Weighed*>> expected;
    for (Weighed* w : leaders)
      expected.emplace_back(by_estimate ? *w->draft.row.seconds : correction.expected(w->draft.row), w);
    std::ranges::stable_sort(expected, {}, &std::pair<double, Weighed*>::first);
    double estimate = 0;
    const auto next = std::ranges::find_if(expected, [&](const auto& entry) {
      estimate = *entry.second->draft.row.seconds;
      return replay(*entry.second, false);
    });
    if (next == expected.end()) break;
    replayed.push_back(next->second);
    std::erase(leaders, next->second);
    correction.add(replayed.back()->draft.row, estimate);
  }
  std::ranges::stable_sort(replayed, is_faster);
  return replayed;
}

void Screening::run() {
  best_ = nullptr;
  estimate();
  const std::vector<Weighed*> leaders = this->leaders();
  std::vector<Weighed*> replayed = replay_leaders(leaders);
  if (replayed.size() > with_variants) replayed.resize(with_variants);
  for (const Weighed* leader : replayed)
    for (Weighed& w : weighed_)
      if (may_be(w) && family_of(w) == family_of(*leader)) replay(w, true);
  if (!best_ && !leaders.empty()) {
    best_ = leaders.front();
    outcome_ = by_work(as_asked(*best_), 1, Prediction::estimate);
  }
  try_sums_by_speed();
  remove_unjoined();
}

void Screening::try_sums_by_speed() {
  if (!best_ || !outcome_->sums_by_host || outcome_->prediction != Prediction::replay) return;
  Weighed by_speed = *best_;
  by_speed.problem.sums_by_host = false;
  Outcome other = outcome_of(outcome_->rounded, outcome_->balance, by_speed, Prediction::replay);
  if (!other.fits || *other.seconds >= *outcome_->seconds) return;
  outcome_ = std::move(other);
  tell(*outcome_, *best_);
}

/// A candidate that was to join close cuts and has not is the one without joining: what became of it counts for that.
void Screening::remove_unjoined() {
  const auto unjoined = [](const Weighed& w) { return w.draft.joins_close && w.draft.row.small_group == 0; };
  if (best_ && unjoined(*best_)) {
    const auto plain = std::ranges::find_if(weighed_, [&](const Weighed& w) {
      return !w.draft.joins_close && w.small_group == 0 && family_of(w) == family_of(*best_);
    });
    best_ = &*plain;
    tell(*outcome_, *best_);
  }
  const auto kept = best_ ? std::count_if(weighed_.data(), best_, std::not_fn(unjoined)) : 0;
  std::erase_if(weighed_, unjoined);
  if (best_) best_ = &weighed_[static_cast<std::size_t>(kept)];
}

}  // namespace uneven::partition
