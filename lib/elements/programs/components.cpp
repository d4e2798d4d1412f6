// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>

#include "elements/programs/graphs.hpp"
#include "elements/programs/points.hpp"

namespace uneven::elements {

namespace {

enum { vertices, sizes, totals };

/// Fields of the one element of group `totals`.
enum { rounds_done, changes, phase, components, largest, totals_fields };

/// Fields of a message to it, of `vertices` and of `sizes`.
enum { changed, counted, longest, totals_message };

/// Phases: what the vertices do next.
enum { starting, spreading, counting, done };

int phase_of(const State& state) { return static_cast<int>(state.values[totals][phase]); }

}  // namespace

std::vector<Group> Components::groups() const {
  return {
      {.name = "vertices",
       .count = settings_.elements,
       .lanes = {8},
       .keyed = true,
       .join = Join::min,
       .changes = true},
      {.name = "sizes", .count = settings_.elements, .lanes = {1}, .keyed = true, .join = Join::add, .changes = true},
      {.name = "totals", .central = true, .count = 1, .fields = totals_fields, .message = totals_message}};
}

void Components::begin(State& state) const {
  state.values[totals].assign(totals_fields, 0);
  state.multicast[vertices] = {starting};
}

int Components::next(const State& state, int last) const {
  if (last == vertices) return phase_of(state) == counting ? sizes : totals;
  if (last == sizes) return totals;
  const bool unsettled = phase_of(state) == spreading && iterations(state) >= settings_.iterations;
  return phase_of(state) == done || unsettled ? stop : vertices;
}

void Components::step(const Batch& batch, Outbox& out) const {
  double* table = out.table(totals);
  if (batch.group == sizes) {
    for (std::int64_t i = 0; i < batch.count; ++i) {
      if (!batch.has_received[i]) continue;
      ++table[counted];
      table[longest] = std::max(table[longest], static_cast<double>(batch.received[i]));
    }
    return;
  }
  auto* label = batch.lane<std::int64_t>(0);
  const auto now = static_cast<int>(batch.multicast[0]);
  if (now == starting) std::iota(label, label + batch.count, batch.first);
  for (std::int64_t i = 0; i < batch.count; ++i) {
    if (now == counting) {
      out.send(sizes, label[i], 1);
      continue;
    }
    if (now == spreading) {
      if (!batch.has_received[i] || batch.received[i] >= label[i]) continue;
      label[i] = batch.received[i];
    }
    ++table[changed];
    for (std::int64_t l = batch.link_start[i]; l < batch.link_start[i + 1]; ++l)
      if (batch.links[l] > label[i]) out.send(vertices, batch.links[l], label[i]);
  }
}

void Components::step_central(int, const double* table, State& state) const {
  std::vector<double>& values = state.values[totals];
  if (phase_of(state) == counting) {
    values[components] = table[counted];
    values[largest] = table[longest];
    values[phase] = done;
  } else {
    values[changes] = table[changed];
    ++values[rounds_done];
    values[phase] = values[changes] > 0 ? spreading : counting;
  }
  state.multicast[vertices] = {values[phase]};
}

void Components::combine(int, double* into, const double* from, std::int64_t) const {
  into[changed] += from[changed];
  into[counted] += from[counted];
  into[longest] = std::max(into[longest], from[longest]);
}

std::int64_t Components::iterations(const State& state) const {
  return static_cast<std::int64_t>(state.values[totals][rounds_done]);
}

double Components::objective(const State& state) const { return state.values[totals][changes]; }

std::optional<bool> Components::settled(const State& state) const { return phase_of(state) == done; }

std::vector<Result> Components::results(const State& state) const {
  if (phase_of(state) != done) return {};
  return {{"components", {state.values[totals][components]}, 0}, {"largest", {state.values[totals][largest]}, 0}};
}

void Components::output(const Batch& batch, double* numbers) const {
  std::copy_n(batch.lane<std::int64_t>(0), batch.count, numbers);
}

bool Components::can_resume(const State& state, int last) const {
  const std::vector<double>& values = state.values[totals];
  return (last == -1 || last == totals) && state.multicast[vertices].size() == 1 &&
         std::ranges::all_of(values, is_count) && phase_of(state) <= done &&
         state.multicast[vertices][0] == values[phase];
}

}  // namespace uneven::elements
