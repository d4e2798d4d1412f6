// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

// The formulas of Ozawa 2004 restated plainly, on small integers; no code of lib/partition.
namespace oracle {

using Sizes = std::vector<std::int64_t>;

inline double phi(const std::string& collective, std::int64_t k) {
  if (collective == "linear") return static_cast<double>(k) - 1;
  if (collective == "ring") return 1 - 1 / static_cast<double>(k);
  double rounds = 0;
  for (std::int64_t reach = 1; reach < k; reach *= 2) ++rounds;
  return rounds;
}

/// Calls `visit` with every way to write n as an ordered sum of `parts` positive numbers.
inline void each_composition(std::int64_t n, std::int64_t parts, const std::function<void(const Sizes&)>& visit,
                             std::int64_t least = 1, Sizes prefix = {}) {
  if (parts == 1) {
    if (n < least) return;
    prefix.push_back(n);
    return visit(prefix);
  }
  for (std::int64_t first = least; first <= n; ++first) {
    Sizes next = prefix;
    next.push_back(first);
    each_composition(n - first, parts - 1, visit, least, next);
  }
}

/// max_c width_c phi(k(c)) as a share, for neighbours in `speeds`.
inline double maximum(const std::vector<std::int64_t>& speeds, const Sizes& sizes, const std::string& collective) {
  double total = 0, greatest = 0;
  for (const auto speed : speeds) total += static_cast<double>(speed);
  std::size_t next = 0;
  for (const auto size : sizes) {
    double width = 0;
    for (std::int64_t i = 0; i < size; ++i) width += static_cast<double>(speeds[next++]);
    greatest = std::max(greatest, width * phi(collective, size) / total);
  }
  return greatest;
}

inline std::vector<std::int64_t> random_speeds(std::mt19937& rng, std::size_t count, unsigned largest) {
  std::vector<std::int64_t> speeds(count);
  for (auto& speed : speeds) speed = 1 + rng() % largest;
  std::sort(speeds.begin(), speeds.end());
  return speeds;
}

}  // namespace oracle
