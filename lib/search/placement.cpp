// SPDX-License-Identifier: MIT
#include "search/placement.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <utility>

#include "search/predict.hpp"
#include "shares/makespan.hpp"
#include "statistics/share.hpp"

namespace uneven::search {

double start_of(const document::SearchTimes& times) {
  constexpr double most = 0x1p40;  // a larger value would leave no digits for the examples
  return times.task_s > 0 ? std::min(most, times.query_s / times.task_s) : 0;
}

Sharing share_evenly(std::int64_t examples, std::vector<double> speed, double start) {
  std::sort(speed.begin(), speed.end(), std::greater<>());
  Sharing all{static_cast<double>(examples) + start, speed.front()};
  for (const double next : std::span(speed).subspan(1)) {
    if (all.end() * next <= start) break;
    all.work += start;
    all.speed += next;
  }
  return all;
}

std::vector<double> even_shares(std::int64_t examples, const std::vector<double>& speed, double start) {
  const Sharing all = share_evenly(examples, speed, start);
  std::vector<double> shares;
  for (const double s : speed) shares.push_back(std::max(0.0, all.work * (s / all.speed) - start));
  return shares;
}

std::vector<std::int64_t> proportional_counts(std::int64_t examples, const std::vector<double>& speed, double start) {
  std::vector<double> busy;
  for (const double s : speed) busy.push_back(start / s);
  return statistics::share(examples, speed, busy);
}

std::pair<std::vector<document::Processor>, std::vector<document::Processor>> split_fastest(
    const std::vector<document::Processor>& cluster, std::size_t n) {
  std::vector<std::size_t> order(cluster.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](auto a, auto b) { return cluster[a].speed > cluster[b].speed; });
  const auto slower = order.begin() + static_cast<std::ptrdiff_t>(n);
  std::sort(order.begin(), slower);
  std::sort(slower, order.end());
  std::pair<std::vector<document::Processor>, std::vector<document::Processor>> both;
  for (auto i = order.begin(); i != order.end(); ++i) (i < slower ? both.first : both.second).push_back(cluster[*i]);
  return both;
}

Chunks::Chunks(const document::Search& plan) : examples_(plan.examples), processors_(plan.processors) {
  if (plan.method == document::SearchMethod::static_process) {
    fixed_ = std::min(plan.examples, plan.pieces * plan.processors);
    for (std::int64_t rank = 0; rank < processors_; ++rank) shares_.push_back({first_part(rank), first_part(rank + 1)});
    for (std::size_t rank = 0; rank < shares_.size(); ++rank) by_left_.emplace(-shares_[rank].count(), rank);
  }
  if (plan.method == document::SearchMethod::synchronous_data)
    fixed_ = std::min(plan.examples, plan.pieces * (plan.processors - 1));
  if (plan.method == document::SearchMethod::asynchronous_data) unit_ = *plan.unit;
  if (plan.method == document::SearchMethod::self_scheduling) {
    min_chunk_ = plan.min_chunk;
    half_share_ = even_shares(plan.examples, statistics::scaled(speeds_of(plan.cluster)).speed, start_of(plan.times));
    for (double& share : half_share_) share /= 2 * static_cast<double>(plan.examples);
  }
}

std::int64_t Chunks::first_row(std::int64_t part) const {
  return part * (examples_ / fixed_) + std::min(part, examples_ % fixed_);
}

std::int64_t Chunks::first_part(std::int64_t rank) const {
  return rank * (fixed_ / processors_) + std::min(rank, fixed_ % processors_);
}

document::Range Chunks::share(int rank) const {
  const std::int64_t first = first_row(first_part(rank));
  return {first, first_row(first_part(rank + 1)) - first};
}

bool Chunks::holds(int rank, document::Range part) const {
  const document::Range own = share(rank);
  return own.first <= part.first && part.end() <= own.end();
}

document::Range Chunks::next_of_shares(std::size_t rank) {
  const bool from_own = shares_[rank].count() > 0;
  const auto [least, whose] = from_own ? std::pair(-shares_[rank].count(), rank) : *by_left_.begin();
  if (least == 0) return {examples_, 0};
  by_left_.erase({least, whose});
  by_left_.emplace(least + 1, whose);
  return rows(from_own ? shares_[whose].first++ : --shares_[whose].end);
}

document::Range Chunks::next(int rank) {
  if (!shares_.empty()) return next_of_shares(static_cast<std::size_t>(rank));
  const std::int64_t left = examples_ - taken_;
  std::int64_t count = unit_;
  if (fixed_ > 0) {
    count = number_ < fixed_ ? rows(number_++).count : 0;
  } else if (!half_share_.empty()) {
    const double half = half_share_[static_cast<std::size_t>(rank)];
    if (half == 0) return {taken_, 0};
    const double least = 2 * half * static_cast<double>(half_share_.size()) * static_cast<double>(min_chunk_);
    count = std::max<std::int64_t>(1, std::llround(std::max(least, half * static_cast<double>(left))));
  }
  const document::Range range{taken_, std::min(count, left)};
  taken_ += range.count;
  return range;
}

namespace {

/// Examples of each processor's own parts in static-process, and two of the largest parts. Shape [N].
std::vector<std::int64_t> held_in_static_process(std::int64_t examples, std::int64_t pieces, std::int64_t processors) {
  document::Search plan;
  plan.examples = examples;
  plan.processors = processors;
  plan.method = document::SearchMethod::static_process;
  plan.pieces = pieces;
  const Chunks chunks(plan);
  const std::int64_t parts = std::min(examples, pieces * processors), largest = (examples + parts - 1) / parts;
  std::vector<std::int64_t> held;
  for (int rank = 0; rank < processors; ++rank)
    held.push_back(std::min(examples, chunks.share(rank).count + 2 * largest));
  return held;
}

}  // namespace

std::vector<std::int64_t> room_for_examples(std::int64_t examples, std::span<const document::Processor> cluster,
                                            std::optional<double> example_bytes) {
  const bool known = std::ranges::any_of(cluster, [](const auto& p) { return p.memory_bytes.has_value(); });
  if (!example_bytes || !known) return {};
  std::vector<std::int64_t> room;
  for (const auto& processor : cluster) {
    const double held = std::floor(static_cast<double>(processor.memory_bytes.value_or(0)) / *example_bytes);
    const bool any = !processor.memory_bytes || held >= static_cast<double>(examples);
    room.push_back(any ? examples : static_cast<std::int64_t>(held));
  }
  return room;
}

std::vector<std::int64_t> examples_held(document::SearchMethod method, std::int64_t pieces,
                                        std::span<const std::int64_t> counts) {
  const std::int64_t examples = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  std::vector<std::int64_t> held(counts.size(), examples);
  if (has_fixed_parts(method))
    std::ranges::copy(counts, held.begin());
  else if (method == document::SearchMethod::static_process && examples > 0)
    held = held_in_static_process(examples, pieces, std::ssize(counts));
  held.front() = examples;
  return held;
}

bool has_room(document::SearchMethod method, std::int64_t examples, std::int64_t pieces,
              std::span<const std::int64_t> room) {
  if (room.empty()) return true;
  if (method == document::SearchMethod::proportional_data) return room.front() >= examples;
  const auto processors = std::ssize(room);
  std::vector<std::int64_t> equal;
  for (std::int64_t i = 0; i < processors; ++i) equal.push_back(examples / processors + (i < examples % processors));
  return std::ranges::equal(examples_held(method, pieces, equal), room, std::ranges::less_equal{});
}

std::optional<std::vector<std::int64_t>> proportional_counts_within(std::int64_t examples,
                                                                    const std::vector<double>& speed, double start,
                                                                    const std::vector<std::int64_t>& room) {
  auto counts = proportional_counts(examples, speed, start);
  if (room.empty() || std::ranges::equal(counts, room, std::ranges::less_equal{})) return counts;
  std::vector<shares::TimeModel> models;
  for (const double s : speed) models.emplace_back(start / s, s);
  return shares::least_makespan(examples, models, {1, 0, room});
}

}  // namespace uneven::search
