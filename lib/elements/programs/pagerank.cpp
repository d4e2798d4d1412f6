// SPDX-License-Identifier: MIT
#include <cmath>

#include "base/error.hpp"
#include "elements/programs/methods.hpp"
#include "elements/programs/points.hpp"

namespace uneven::elements {

namespace {

enum { vertices, totals };

/// Fields of the one element of group `totals`.
enum { rounds_done, change, totals_fields };

/// Fields of a message to it: the ranks of vertices without out-edges, and the change.
enum { lost, changed, totals_message };

constexpr double unit = 0x1p-62, usual_tolerance = 1e-10;

}  // namespace

PageRank::PageRank(const Settings& s) : settings_(s) {
  if (!(s.damping >= 0 && s.damping < 1)) throw InputError("the damping is not at least 0 and below 1");
}

std::vector<Group> PageRank::groups() const {
  return {
      {.name = "vertices", .count = settings_.elements, .lanes = {8}, .keyed = true, .cheap = true, .changes = true},
      {.name = "totals", .central = true, .count = 1, .fields = totals_fields, .message = totals_message}};
}

void PageRank::begin(State& state) const {
  // The first round only sends: every vertex has the rank 1 / n.
  state.multicast[vertices] = {1 / static_cast<double>(settings_.elements)};
  state.values[totals].assign(totals_fields, 0);
}

int PageRank::next(const State& state, int last) const {
  if (last == vertices) return totals;
  return last == totals && (*settled(state) || iterations(state) >= settings_.iterations) ? stop : vertices;
}

std::optional<bool> PageRank::settled(const State& state) const {
  const double tolerance = tolerance_of(settings_, usual_tolerance);
  return iterations(state) > 0 && objective(state) < tolerance;
}

void PageRank::step(const Batch& batch, Outbox& out) const {
  double* rank = batch.lane<double>(0);
  double* table = out.table(totals);
  for (std::int64_t i = 0; i < batch.count; ++i) {
    const double arrived = unit * static_cast<double>(batch.received[i]);
    const double now = batch.multicast[0] + settings_.damping * arrived;
    table[changed] += std::abs(now - rank[i]);
    rank[i] = now;
    const std::int64_t first = batch.link_start[i], end = batch.link_start[i + 1];
    if (first == end) {
      table[lost] += now;
      continue;
    }
    const auto part = static_cast<std::int64_t>(now / static_cast<double>(end - first) / unit);
    for (std::int64_t l = first; l < end; ++l) out.send(vertices, batch.links[l], part);
  }
}

void PageRank::step_central(int, const double* table, State& state) const {
  const auto n = static_cast<double>(settings_.elements);
  state.multicast[vertices] = {(1 - settings_.damping) / n + settings_.damping * table[lost] / n};
  state.values[totals][change] = table[changed];
  ++state.values[totals][rounds_done];
}

std::int64_t PageRank::iterations(const State& state) const {
  return static_cast<std::int64_t>(state.values[totals][rounds_done]) - 1;
}

double PageRank::objective(const State& state) const { return state.values[totals][change]; }

std::vector<Result> PageRank::results(const State& state) const { return {{"change", {objective(state)}, 0}}; }

void PageRank::output(const Batch& batch, double* ranks) const {
  for (std::int64_t i = 0; i < batch.count; ++i) ranks[i] = batch.lane<double>(0)[i];
}

bool PageRank::can_resume(const State& state, int last) const {
  return (last == -1 || last == totals) && state.multicast[vertices].size() == 1 &&
         is_count(state.values[totals][rounds_done]) && all_finite(state);
}

}  // namespace uneven::elements
