// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "hbsp/product_check.hpp"

namespace uneven::hbsp {

/// A product to try the check on: whole matrices on one process.
template <class Real>
struct Trial {
  std::int64_t n = 0;
  std::vector<Real> a, b, c;  ///< shape [n, n]

  BlockView<Real> view(const std::vector<Real>& m) const { return {{0, n}, {0, n}, m.data(), n, n}; }
  ProductView<Real> product() const { return {view(a), view(b), view(c)}; }
  Real& element(std::int64_t i, std::int64_t j) { return c[static_cast<std::size_t>(i * n + j)]; }

  /// What sums of these products with random signs are like.
  double typical(std::int64_t i, std::int64_t j) const {
    long double squares = 0;
    for (std::int64_t k = 0; k < n; ++k) {
      const auto p =
          static_cast<long double>(a[static_cast<std::size_t>(i * n + k)]) * b[static_cast<std::size_t>(k * n + j)];
      squares += p * p;
    }
    return static_cast<double>(std::sqrt(squares));
  }
};

/// Kinds of inputs: of random signs, which a check must be sharp for, and others, which must not alarm it.
inline const std::vector<std::string>& trial_kinds() {
  static const std::vector<std::string> kinds{"signs", "positive",    "equal",  "rows", "columns", "both",
                                              "inner", "alternating", "cancel", "zero", "tiny",    "huge"};
  return kinds;
}

/// A and B of a kind.
template <class Real>
Trial<Real> made_up_trial(const std::string& kind, std::int64_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> sign(-1, 1), one(0, 1);
  using Limits = std::numeric_limits<Real>;
  const double decades = Limits::max_exponent10 / 4.0;
  const auto scales = [&](bool wanted) {
    std::vector<double> list(static_cast<std::size_t>(n), 1);
    if (wanted)
      for (double& scale : list) scale = std::pow(10, decades * sign(random));
    return list;
  };
  const auto of_rows = scales(kind == "rows" || kind == "both"),
             of_columns = scales(kind == "columns" || kind == "both"), inner = scales(kind == "inner");
  // Halfway between the largest and the smallest products; for "huge" and "tiny" sums come near the ends of the range.
  const double huge = std::sqrt(static_cast<double>(Limits::max()) / static_cast<double>(n) / 2);
  const double tiny = std::sqrt(static_cast<double>(Limits::denorm_min())) * 4;
  Trial<Real> trial{n, {}, {}, {}};
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      const auto row = static_cast<std::size_t>(i), column = static_cast<std::size_t>(j);
      double a = sign(random), b = sign(random);
      if (kind == "positive") a = one(random), b = one(random);
      if (kind == "equal") a = b = 0.1;
      if (kind == "alternating") a = j % 2 ? -0.7 : 0.7, b = 0.3;
      if (kind == "cancel" && j > 0 && j % 2) a = trial.a.back();
      if (kind == "cancel" && i > 0 && i % 2) b = -trial.b[static_cast<std::size_t>((i - 1) * n + j)];
      if (kind == "zero" && (i % 3 == 0 || one(random) < 0.8)) a = 0;
      if (kind == "zero" && j % 4 == 0) b = 0;
      if (kind == "tiny") a *= tiny, b *= tiny;
      if (kind == "huge") a *= huge, b *= huge;
      trial.a.push_back(static_cast<Real>(a * of_rows[row] * inner[column]));
      trial.b.push_back(static_cast<Real>(b * of_columns[column] / inner[row]));
    }
  return trial;
}

}  // namespace uneven::hbsp
