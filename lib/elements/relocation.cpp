// SPDX-License-Identifier: MIT
#include "elements/relocation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>
#include <vector>

namespace uneven::elements {

namespace {

bool works(const Timing& timing, std::size_t i) { return timing.elements[i] > 0 && timing.seconds[i] > 0; }

std::vector<double> rates(const std::vector<double>& seconds, const std::vector<std::int64_t>& elements) {
  std::vector<double> rate(seconds.size(), 0);
  double sum = 0, known = 0;
  for (std::size_t i = 0; i < rate.size(); ++i) {
    if (!(elements[i] > 0 && seconds[i] > 0)) continue;
    rate[i] = static_cast<double>(elements[i]) / seconds[i];
    sum += rate[i];
    ++known;
  }
  for (double& r : rate)
    if (r == 0) r = known > 0 ? sum / known : 1;
  return rate;
}

std::string text(const char* format, double a, double b) {
  char line[160];
  std::snprintf(line, sizeof line, format, a, b);
  return line;
}

}  // namespace

void Estimate::add(double seconds) {
  const double before = seconds - mean;
  mean += before / ++count;
  squares += before * (seconds - mean);
}

double Estimate::error() const { return count > 1 ? std::sqrt(squares / (count - 1) / count) : 0; }

void History::add(const Timing& timing) {
  ++supersteps;
  last = timing;
  estimates.resize(timing.seconds.size());
  for (std::size_t i = 0; i < estimates.size(); ++i)
    if (works(timing, i)) estimates[i].add(timing.seconds[i]);
}

Decision decide_by_paper(const History& history, const TriggerConstants& constants) {
  const Timing& last = history.last;
  double least = HUGE_VAL, most = 0;
  for (std::size_t i = 0; i < last.seconds.size(); ++i) {
    if (!works(last, i)) continue;
    least = std::min(least, last.seconds[i]);
    most = std::max(most, last.seconds[i]);
  }
  if (most == 0) return {false, {}, "no process has elements"};
  const double difference = std::max(0.0, most - least - constants.pause_s) / most;
  if (difference >= constants.difference)
    return {true, rates(last.seconds, last.elements),
            text("the last times differ by %.3g of the longest, %.3g s", difference, most)};
  const std::vector<Estimate>& estimate = history.estimates;
  double highest_low = -HUGE_VAL, lowest_high = HUGE_VAL;
  std::vector<double> means(estimate.size(), 0);
  for (std::size_t i = 0; i < estimate.size(); ++i) {
    if (!works(last, i)) continue;
    means[i] = estimate[i].mean;
    const double half = constants.errors * estimate[i].error() + constants.slack_s;
    highest_low = std::max(highest_low, means[i] - half);
    lowest_high = std::min(lowest_high, means[i] + half);
  }
  // Two intervals are disjoint exactly if the highest lower end is above the lowest upper end.
  if (highest_low > lowest_high)
    return {true, rates(means, last.elements),
            text("one interval ends at %.3g s, another begins at %.3g s", lowest_high, highest_low)};
  return {false, {}, text("the last times differ by %.3g, and all intervals hold %.3g s", difference, lowest_high)};
}

Decision decide_by_gain(const History& history, std::int64_t supersteps_left, double seconds_to_move) {
  const Timing& last = history.last;
  std::vector<double> means;
  for (const Estimate& e : history.estimates) means.push_back(e.mean);
  const std::vector<double> rate = rates(means, last.elements);
  const double speed = std::accumulate(rate.begin(), rate.end(), 0.0);
  const auto elements =
      static_cast<double>(std::accumulate(last.elements.begin(), last.elements.end(), std::int64_t{0}));
  const auto slowest = static_cast<std::size_t>(std::max_element(means.begin(), means.end()) - means.begin());
  const double saved = means[slowest] - elements / speed;
  const double gain = saved * static_cast<double>(supersteps_left);
  const double error = history.estimates[slowest].error();
  if (saved <= 2 * error || history.supersteps < 2)
    return {false, {}, text("%.3g s could be saved each superstep, known to %.3g s", saved, error)};
  if (gain <= seconds_to_move)
    return {false, {}, text("%.3g s could be saved, moving takes %.3g s", gain, seconds_to_move)};
  return {true, rate, text("%.3g s can be saved, moving takes %.3g s", gain, seconds_to_move)};
}

namespace {

/// Decisions in the report; later ones are counted only, unless elements move.
constexpr std::size_t most_log_entries = 1000;

/// Supersteps that together take this many pauses of a quota tell speeds apart. Pauses can keep step with supersteps:
/// then each of two times may be off by one pause even in the mean.
constexpr double pauses_told_apart = 10;

std::int64_t blocks_that_move(const Placement& placement, const std::vector<std::int64_t>& target, std::int64_t unit) {
  std::int64_t moving = 0;
  if (placement.group.keyed) {
    const std::vector<std::int64_t> stay = kept(placement, target);
    for (std::size_t i = 0; i < target.size(); ++i) moving += target[i] - stay[i];
  } else {
    for (const Move& move : moves_between(placement.counts, target, unit)) moving += move.blocks;
  }
  return moving;
}

}  // namespace

Relocator::Relocator(const document::BspOptions& options, std::size_t groups, double pause_s)
    : options_(options), pause_s_(pause_s), history_(groups), together_(groups), moved_(groups) {}

std::int64_t Relocator::unit(const Placement& placement) const {
  if (placement.group.keyed) return 1;
  if (options_.relocation.mode != document::RelocationMode::blocks)
    return blocks_of_grain(options_.block, placement.layout);
  const std::int64_t blocks = std::max<std::int64_t>(1, placement.layout.blocks());
  const std::int64_t pieces = std::min(options_.relocation.blocks, blocks) * std::ssize(placement.counts);
  return (blocks + pieces - 1) / pieces;
}

double Relocator::seconds_to_move(const Placement& placement, const std::vector<std::int64_t>& target) const {
  const std::vector<std::int64_t> stay = kept(placement, target);
  std::int64_t most = 0;
  for (std::size_t i = 0; i < target.size(); ++i)
    most = std::max({most, target[i] - stay[i], placement.counts[i] - stay[i]});
  return seconds_per_byte_ * static_cast<double>(most) * static_cast<double>(placement.layout.bytes);
}

std::optional<Timing> Relocator::judged(std::size_t group, const Timing& timing) {
  if (options_.constants[0] == 0) return timing;  // every superstep is to decide
  const double told_apart = pauses_told_apart * pause_s_;
  const bool has_moved = moved_[group];
  moved_[group] = false;
  if (has_moved && *std::ranges::max_element(timing.seconds) < told_apart) return std::nullopt;
  Together& together = together_[group];
  ++together.supersteps;
  together.seconds.resize(timing.seconds.size());
  for (std::size_t i = 0; i < timing.seconds.size(); ++i) together.seconds[i] += timing.seconds[i];
  if (*std::ranges::max_element(together.seconds) < told_apart) return std::nullopt;
  Together all = std::exchange(together, {});
  for (double& seconds : all.seconds) seconds /= static_cast<double>(all.supersteps);
  return Timing{std::move(all.seconds), timing.elements};
}

std::optional<std::vector<std::int64_t>> Relocator::decide(std::int64_t superstep, int group,
                                                           const Placement& placement, const Timing& timing,
                                                           std::int64_t supersteps_left) {
  const auto shown = judged(static_cast<std::size_t>(group), timing);
  if (!shown) return std::nullopt;
  History& history = history_[static_cast<std::size_t>(group)];
  history.add(*shown);
  const std::int64_t blocks = placement.layout.blocks();
  Decision decision;
  std::vector<std::int64_t> target;
  if (options_.trigger == document::Trigger::paper) {
    const auto& c = options_.constants;
    decision = decide_by_paper(history, {c[0], c[1], c[2], 2 * pause_s_});
    if (decision.move) target = target_blocks(blocks, decision.rate, unit(placement));
  } else {
    decision = decide_by_gain(history, supersteps_left, 0);
    if (decision.move) {
      target = target_blocks(blocks, decision.rate, unit(placement));
      decision = decide_by_gain(history, supersteps_left, seconds_to_move(placement, target));
    }
  }
  std::int64_t moving = 0;
  if (decision.move) {
    moving = blocks_that_move(placement, target, unit(placement));
    if (moving == 0) decision.reason += "; the blocks are where they belong";
  }
  ++decisions_;
  moves_ += moving > 0;
  if (moving > 0 || entries_.size() < most_log_entries)
    entries_.push_back({superstep, placement.group.name, moving, decision.reason});
  if (moving == 0) return std::nullopt;
  history = {};
  moved_[static_cast<std::size_t>(group)] = true;
  return target;
}

void Relocator::note(std::int64_t superstep, const std::string& group, std::vector<Theft> thefts) {
  std::ranges::stable_sort(thefts, {}, &Theft::victim);
  for (const Theft& theft : thefts) {
    ++decisions_;
    moves_ += theft.blocks > 0;
    if (theft.blocks == 0 && (theft.victim_left_s == 0 || entries_.size() >= most_log_entries)) continue;
    const std::string words =
        text("would have been busy for %.3g s more, the other for %.3g s", theft.victim_left_s, theft.thief_left_s);
    entries_.push_back({superstep, group, theft.blocks,
                        "rank " + std::to_string(theft.thief) +
                            (theft.blocks > 0 ? " took them from rank " : " was refused by rank ") +
                            std::to_string(theft.victim) + ", which " + words});
  }
}

void Relocator::learn(double seconds, double bytes) {
  if (bytes > 0) seconds_per_byte_ = seconds / bytes;
}

document::OrderedJson Relocator::report() const {
  document::OrderedJson list = document::OrderedJson::array();
  for (const Entry& e : entries_)
    list.push_back({{"superstep", e.superstep}, {"group", e.group}, {"moved_blocks", e.blocks}, {"reason", e.reason}});
  return {{"mode", text_of(options_.relocation)},
          {"trigger", name_of(options_.trigger)},
          {"decisions", decisions_},
          {"moves", moves_},
          {"log", list}};
}

}  // namespace uneven::elements
