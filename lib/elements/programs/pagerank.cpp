// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.hpp"
#include "elements/programs/methods.hpp"
#include "elements/programs/points.hpp"

namespace uneven::elements {

namespace {

enum { vertices, totals };

/// Fields of the one element of group `totals`.
enum { rounds_done, change, totals_fields };

/// Fields of a message to it: the ranks of vertices without out-edges, the change, and the weights of the vertices that
/// the user prefers.
enum { lost, changed, preferred, totals_message };

/// Fields of a vertex.
enum { rank_lane, preference_lane };

constexpr double unit = 0x1p-62, usual_tolerance = 1e-10;

}  // namespace

PageRank::PageRank(const Settings& s) : settings_(s) {
  if (!(s.damping >= 0 && s.damping < 1)) throw InputError("the damping is not at least 0 and below 1");
}

std::vector<Group> PageRank::groups() const {
  const std::vector<int> lanes(settings_.personal ? 2 : 1, 8);
  return {
      {.name = "vertices", .count = settings_.elements, .lanes = lanes, .keyed = true, .cheap = true, .changes = true},
      {.name = "totals", .central = true, .count = 1, .fields = totals_fields, .message = totals_message}};
}

void PageRank::load(const Batch& batch, const double* rows, int) const {
  std::copy_n(rows, batch.count, batch.lane<double>(preference_lane));
}

void PageRank::begin(State& state) const {
  // The first round only sends: every vertex has the rank 1 / n. Preferences are added up in a round before it.
  state.multicast[vertices] = {settings_.personal ? 0 : 1 / static_cast<double>(settings_.elements)};
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

namespace {

/// Sends the rank of a vertex along its links, in parts in proportion to their weights, if there are any.
/// @return  false if nothing leaves it.
bool send_rank(const Batch& batch, std::int64_t i, double rank, Outbox& out) {
  const std::int64_t first = batch.link_start[i], end = batch.link_start[i + 1];
  if (!batch.link_weights) {
    if (first == end) return false;
    const auto part = static_cast<std::int64_t>(rank / static_cast<double>(end - first) / unit);
    for (std::int64_t l = first; l < end; ++l) out.send(vertices, batch.links[l], part);
    return true;
  }
  double sum = 0;
  for (std::int64_t l = first; l < end; ++l) sum += batch.link_weights[l];
  if (!std::isfinite(sum)) throw InputError("the weights of the edges of a vertex add up to more than any double");
  if (sum == 0) return false;
  for (std::int64_t l = first; l < end; ++l)
    out.send(vertices, batch.links[l], static_cast<std::int64_t>(rank * (batch.link_weights[l] / sum) / unit));
  return true;
}

}  // namespace

void PageRank::step(const Batch& batch, Outbox& out) const {
  double* rank = batch.lane<double>(rank_lane);
  const double* preference = settings_.personal ? batch.lane<double>(preference_lane) : nullptr;
  double* table = out.table(totals);
  for (std::int64_t i = 0; i < batch.count; ++i) {
    const double arrived = unit * static_cast<double>(batch.received[i]);
    const double start = preference ? batch.multicast[0] * preference[i] : batch.multicast[0];
    const double now = start + settings_.damping * arrived;
    table[changed] += std::abs(now - rank[i]);
    rank[i] = now;
    if (preference) table[preferred] += preference[i];
    if (!send_rank(batch, i, now, out)) table[lost] += now;
  }
}

void PageRank::step_central(int, const double* table, State& state) const {
  const auto n = static_cast<double>(settings_.elements);
  double& rounds = state.values[totals][rounds_done];
  double start = (1 - settings_.damping) / n + settings_.damping * table[lost] / n;
  if (settings_.personal) {
    if (!(table[preferred] > 0 && std::isfinite(table[preferred])))
      throw InputError("--personal: the weights add up to " + std::string(table[preferred] > 0 ? "infinity" : "0") +
                       "; expected a finite number above 0");
    start = (rounds == 0 ? 1 : 1 - settings_.damping + settings_.damping * table[lost]) / table[preferred];
  }
  state.multicast[vertices] = {start};
  state.values[totals][change] = table[changed];
  ++rounds;
}

std::int64_t PageRank::iterations(const State& state) const {
  return static_cast<std::int64_t>(state.values[totals][rounds_done]) - 1 - settings_.personal;
}

double PageRank::objective(const State& state) const { return state.values[totals][change]; }

std::vector<Result> PageRank::results(const State& state) const { return {{"change", {objective(state)}, 0}}; }

void PageRank::output(const Batch& batch, double* ranks) const {
  for (std::int64_t i = 0; i < batch.count; ++i) ranks[i] = batch.lane<double>(rank_lane)[i];
}

bool PageRank::can_resume(const State& state, int last) const {
  return (last == -1 || last == totals) && state.multicast[vertices].size() == 1 &&
         is_count(state.values[totals][rounds_done]) && all_finite(state);
}

}  // namespace uneven::elements
