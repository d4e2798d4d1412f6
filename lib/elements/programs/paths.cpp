// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "elements/programs/graphs.hpp"
#include "elements/programs/points.hpp"

namespace uneven::elements {

namespace {

enum { vertices, totals };

/// Fields of the one element of group `totals`; the first totals_message of them are those of a message to it.
enum { changes, reached, farthest, totals_message, rounds_done = totals_message, totals_fields };

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

ShortestPaths::ShortestPaths(const Settings& s) : settings_(s) {
  if (s.elements > 0 && (s.source < 0 || s.source >= s.elements))
    throw InputError("no vertex to start from; expected --source KEY");
}

std::vector<Group> ShortestPaths::groups() const {
  return {{.name = "vertices",
           .count = settings_.elements,
           .lanes = {8},
           .keyed = true,
           .join = Join::min,
           .changes = true},
          {.name = "totals", .central = true, .count = 1, .fields = totals_fields, .message = totals_message}};
}

void ShortestPaths::begin(State& state) const {
  state.values[totals].assign(totals_fields, 0);
  state.multicast[vertices] = {0};
}

int ShortestPaths::next(const State& state, int last) const {
  if (last == vertices) return totals;
  return last == totals && (*settled(state) || iterations(state) >= settings_.iterations) ? stop : vertices;
}

void ShortestPaths::step(const Batch& batch, Outbox& out) const {
  double* distance = batch.lane<double>(0);
  double* table = out.table(totals);
  const bool first = batch.multicast[0] == 0;
  if (first) std::fill_n(distance, batch.count, infinity);
  for (std::int64_t i = 0; i < batch.count; ++i) {
    double shorter = infinity;
    if (first && batch.first + i == settings_.source) shorter = 0;
    if (!first && batch.has_received[i]) shorter = std::bit_cast<double>(batch.received[i]);
    if (shorter < distance[i]) {
      distance[i] = shorter;
      ++table[changes];
      for (std::int64_t l = batch.link_start[i]; l < batch.link_start[i + 1]; ++l) {
        const double there = shorter + (batch.link_weights ? batch.link_weights[l] : 1);
        if (!std::isfinite(there)) throw InputError("a path is longer than any double");
        out.send(vertices, batch.links[l], std::bit_cast<std::int64_t>(there));
      }
    }
    if (distance[i] == infinity) continue;
    ++table[reached];
    table[farthest] = std::max(table[farthest], distance[i]);
  }
}

void ShortestPaths::step_central(int, const double* table, State& state) const {
  std::vector<double>& values = state.values[totals];
  std::copy_n(table, static_cast<std::size_t>(totals_message), values.begin());
  ++values[rounds_done];
  state.multicast[vertices] = {1};
}

void ShortestPaths::combine(int, double* into, const double* from, std::int64_t) const {
  into[changes] += from[changes];
  into[reached] += from[reached];
  into[farthest] = std::max(into[farthest], from[farthest]);
}

std::int64_t ShortestPaths::iterations(const State& state) const {
  return static_cast<std::int64_t>(state.values[totals][rounds_done]);
}

double ShortestPaths::objective(const State& state) const { return state.values[totals][changes]; }

std::optional<bool> ShortestPaths::settled(const State& state) const {
  return iterations(state) > 0 && objective(state) == 0;
}

std::vector<Result> ShortestPaths::results(const State& state) const {
  const std::vector<double>& values = state.values[totals];
  return {{"reached", {values[reached]}, 0},
          {"unreached", {static_cast<double>(settings_.elements) - values[reached]}, 0},
          {"farthest", {values[farthest]}, 0}};
}

void ShortestPaths::output(const Batch& batch, double* distances) const {
  std::copy_n(batch.lane<double>(0), batch.count, distances);
}

bool ShortestPaths::can_resume(const State& state, int last) const {
  const std::vector<double>& values = state.values[totals];
  return (last == -1 || last == totals) && state.multicast[vertices].size() == 1 && is_count(values[changes]) &&
         is_count(values[reached]) && is_count(values[rounds_done]) && std::isfinite(values[farthest]);
}

}  // namespace uneven::elements
