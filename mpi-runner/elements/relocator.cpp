// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "elements/stealing.hpp"

namespace uneven::elements {

namespace {

/// Decisions in the report; later ones are counted only, unless elements move.
constexpr std::size_t most_entries = 1000;

/// Supersteps that together take so many pauses tell something about speeds. Pauses keep step with them, so that in the
/// mean, too, each of two times may be off by one.
constexpr double pauses_told_apart = 10;

std::int64_t blocks_that_move(const Store& store, const std::vector<std::int64_t>& target, std::int64_t unit) {
  std::int64_t moving = 0;
  if (store.group.keyed) {
    const std::vector<std::int64_t> stay = kept(store, target);
    for (std::size_t i = 0; i < target.size(); ++i) moving += target[i] - stay[i];
  } else {
    for (const Move& move : moves_between(store.counts, target, unit)) moving += move.blocks;
  }
  return moving;
}

}  // namespace

Relocator::Relocator(const document::BspOptions& options, std::size_t groups, double pause_s)
    : options_(options), pause_s_(pause_s), history_(groups), together_(groups), moved_(groups) {}

std::int64_t Relocator::unit(const Store& store) const {
  if (options_.relocation.mode != document::RelocationMode::blocks || store.group.keyed) return 1;
  const std::int64_t blocks = std::max<std::int64_t>(1, store.layout.blocks());
  const std::int64_t pieces = std::min(options_.relocation.blocks, blocks) * std::ssize(store.counts);
  return (blocks + pieces - 1) / pieces;
}

double Relocator::seconds_to_move(const Store& store, const std::vector<std::int64_t>& target) const {
  const std::vector<std::int64_t> stay = kept(store, target);
  std::int64_t most = 0;
  for (std::size_t i = 0; i < target.size(); ++i)
    most = std::max({most, target[i] - stay[i], store.counts[i] - stay[i]});
  return seconds_per_byte_ * static_cast<double>(most) * static_cast<double>(store.layout.bytes);
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

std::optional<std::vector<std::int64_t>> Relocator::decide(std::int64_t superstep, int group, const Store& store,
                                                           const Timing& timing, std::int64_t supersteps_left) {
  const auto shown = judged(static_cast<std::size_t>(group), timing);
  if (!shown) return std::nullopt;
  History& history = history_[static_cast<std::size_t>(group)];
  history.add(*shown);
  const std::int64_t blocks = store.layout.blocks();
  Decision decision;
  std::vector<std::int64_t> target;
  if (options_.trigger == document::Trigger::paper) {
    const auto& c = options_.constants;
    decision = decide_by_paper(history, {c[0], c[1], c[2], 2 * pause_s_});
    if (decision.move) target = target_blocks(blocks, decision.rate, unit(store));
  } else {
    decision = decide_by_gain(history, supersteps_left, 0);
    if (decision.move) {
      target = target_blocks(blocks, decision.rate, unit(store));
      decision = decide_by_gain(history, supersteps_left, seconds_to_move(store, target));
    }
  }
  std::int64_t moving = 0;
  if (decision.move) {
    moving = blocks_that_move(store, target, unit(store));
    if (moving == 0) decision.reason += "; the blocks are where they belong";
  }
  ++decisions_;
  moves_ += moving > 0;
  if (moving > 0 || entries_.size() < most_entries)
    entries_.push_back({superstep, store.group.name, moving, decision.reason});
  if (moving == 0) return std::nullopt;
  history = {};
  moved_[static_cast<std::size_t>(group)] = true;
  return target;
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
