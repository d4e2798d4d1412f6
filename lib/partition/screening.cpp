// SPDX-License-Identifier: MIT
#include "partition/screening.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "base/number.hpp"
#include "partition/search/rounded.hpp"

namespace uneven::partition {

namespace {

constexpr std::size_t leading = 16, with_variants = 3;
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
  /// @param ratio  replayed over estimated seconds.
  void add(std::int64_t processors, double ratio) { ratios_[processors] = ratio; }

  /// The seconds that a replay is expected to tell. Cost: O(r) with r replays.
  double corrected(std::int64_t processors, double estimate) const {
    double distance = std::numeric_limits<double>::infinity(), ratio = 1;
    for (const auto& [replayed, seen] : ratios_) {
      const double octaves = std::abs(std::log2(static_cast<double>(replayed) / static_cast<double>(processors)));
      if (octaves < distance) distance = octaves, ratio = seen;
    }
    return estimate * std::pow(ratio, 1 / (1 + distance));
  }

 private:
  std::map<std::int64_t, double> ratios_;
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
  while (replayed.size() < leading) {
    std::vector<std::pair<double, Weighed*>> expected;
    for (Weighed* w : leaders)
      expected.emplace_back(correction.corrected(w->draft.row.processors, *w->draft.row.seconds), w);
    std::ranges::stable_sort(expected, {}, &std::pair<double, Weighed*>::first);
    double estimate = 0;
    const auto next = std::ranges::find_if(expected, [&](const auto& entry) {
      estimate = *entry.second->draft.row.seconds;
      return replay(*entry.second, false);
    });
    if (next == expected.end()) break;
    replayed.push_back(next->second);
    std::erase(leaders, next->second);
    correction.add(replayed.back()->draft.row.processors, *replayed.back()->draft.row.seconds / estimate);
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
  remove_unjoined();
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
