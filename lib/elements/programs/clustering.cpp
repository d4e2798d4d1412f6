// SPDX-License-Identifier: MIT
#include "elements/programs/clustering.hpp"

#include <utility>

#include "elements/programs/points.hpp"

namespace uneven::elements {

Clustering::Clustering(const Settings& s)
    : settings_(s), d_(s.columns), seeding_{.seed = s.seed, .dimensions = s.columns} {
  require_clusters(s);
}

std::vector<Group> Clustering::groups_with(Group clusters, int run_fields) const {
  clusters.central = true;
  clusters.count = settings_.clusters;
  return {{.name = "points", .count = settings_.elements, .lanes = std::vector<int>(static_cast<std::size_t>(d_), 8)},
          std::move(clusters),
          {.name = "run", .central = true, .count = 1, .fields = run_fields, .message = 1 + seeding_.message()}};
}

void Clustering::combine(int group, double* into, const double* from, std::int64_t size) const {
  if (group == clusters) return Program::combine(group, into, from, size);
  into[0] += from[0];
  seeding_.keep_better(into + 1, from + 1);
}

std::int64_t Clustering::iterations(const State& state) const {
  return static_cast<std::int64_t>(state.values[run][rounds_done]) - 1;
}

bool Clustering::ends(const State& state) const { return *settled(state) || iterations(state) >= settings_.iterations; }

bool Clustering::is_possible(const State& state, int last) const {
  return (last == -1 || last == run) && is_count(state.values[run][rounds_done]) && all_finite(state);
}

}  // namespace uneven::elements
