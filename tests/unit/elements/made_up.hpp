// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace uneven::elements::test {

inline double between(std::mt19937& random, double low, double high) {
  return std::uniform_real_distribution<>(low, high)(random);
}

/// Rows of `columns` coordinates around four places; with `label`, a last column of 0 and 1.
inline std::vector<double> rows_around_places(std::int64_t n, int columns, unsigned seed, bool label = false) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> rows;
  for (std::int64_t i = 0; i < n; ++i) {
    const auto place = static_cast<double>(random() % 4);
    double sum = 0;
    for (int j = 0; j < columns; ++j) {
      rows.push_back(3 * std::sin(place * (j + 1)) + 0.7 * normal(random) + (j > 0 ? 0.3 * rows.back() : 0));
      sum += rows.back() * (j % 2 ? -1 : 1);
    }
    if (label) rows.push_back(std::generate_canonical<double, 53>(random) < 1 / (1 + std::exp(-sum)) ? 1 : 0);
  }
  return rows;
}

}  // namespace uneven::elements::test
