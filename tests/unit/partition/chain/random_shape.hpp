// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "partition/chain/placement.hpp"

namespace uneven::test {

/// Some of the processors in columns with samples and units of their own; any processor may have no rectangle.
inline partition::Shape random_shape(std::mt19937& rng, std::size_t processors, std::int64_t units,
                                     std::int64_t samples) {
  std::vector<std::int64_t> order(processors);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::shuffle(order, rng);
  const auto cuts = [&](std::int64_t end, std::size_t parts) {  // each part has at least one
    std::set<std::int64_t> inside{0, end};
    while (inside.size() < parts + 1) inside.insert(static_cast<std::int64_t>(rng() % static_cast<unsigned>(end)));
    return std::vector<std::int64_t>(inside.begin(), inside.end());
  };
  partition::Arrangement columns;
  for (std::size_t next = 0; next < processors && std::ssize(columns) < samples && (columns.empty() || rng() % 5);) {
    const auto most = std::min<std::size_t>(processors - next, static_cast<std::size_t>(units));
    const std::size_t size = 1 + rng() % most;
    columns.emplace_back(order.begin() + static_cast<std::ptrdiff_t>(next),
                         order.begin() + static_cast<std::ptrdiff_t>(next + size));
    next += size;
  }
  partition::WholeLayout whole;
  const auto across = cuts(samples, columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    whole.samples.push_back({across[c], across[c + 1] - across[c]});
    whole.cuts.push_back(cuts(units, columns[c].size()));
  }
  return partition::Shape(std::move(columns), std::move(whole), processors);
}

}  // namespace uneven::test
