// SPDX-License-Identifier: MIT
#include "search/vectors.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

namespace uneven::search {

std::int64_t ordinal_of(double distance) { return std::bit_cast<std::int64_t>(distance); }

double distance_of(std::int64_t ordinal) { return std::bit_cast<double>(ordinal); }

namespace {

/// A sum in eight lanes: the i-th term goes to lane i mod 8.
struct Lanes {
  static constexpr std::int64_t count = 8;
  double lane[count] = {};

  double total() const {
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
  }
};

template <class Term>
double sum_of(std::int64_t floats, Term term) {
  Lanes sum;
  std::int64_t i = 0;
  for (; i + Lanes::count <= floats; i += Lanes::count)
    for (std::int64_t j = 0; j < Lanes::count; ++j) sum.lane[j] += term(i + j);
  for (std::int64_t j = 0; i + j < floats; ++j) sum.lane[j] += term(i + j);
  return sum.total();
}

double product_of(const float* a, const float* b, std::int64_t floats) {
  return sum_of(floats, [=](std::int64_t i) { return double{a[i]} * double{b[i]}; });
}

}  // namespace

double vector_distance(Metric metric, const float* a, const float* b, std::int64_t floats) {
  if (metric == Metric::l2)
    return sum_of(floats, [=](std::int64_t i) {
      const double difference = double{a[i]} - double{b[i]};
      return difference * difference;
    });
  const double norms = std::sqrt(product_of(a, a, floats)) * std::sqrt(product_of(b, b, floats));
  return std::max(0.0, 1 - product_of(a, b, floats) / norms);
}

}  // namespace uneven::search
