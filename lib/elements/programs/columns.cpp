// SPDX-License-Identifier: MIT
#include "elements/programs/columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace uneven::elements {

namespace {

using namespace column_phase;

/// Of a column whose largest size is about 1: less is rounding, and the column is constant.
constexpr double least_spread = 4 * std::numeric_limits<double>::epsilon();

/// Of the deviation that a penalty stands for: a weight for which it would be larger is next to no double.
constexpr double largest_penalty = 0x1p1018;

}  // namespace

void measure_columns(const Batch& batch, double phase, const Columns<const double>& columns, double* sums) {
  for (int j = 0; j < columns.d; ++j) {
    const double* x = batch.lane<double>(j);
    if (phase == sizing)
      for (std::int64_t i = 0; i < batch.count; ++i) sums[j] = std::max(sums[j], std::abs(x[i]));
    else
      for (std::int64_t i = 0; i < batch.count; ++i) {
        const double far = x[i] * columns.unit[j] - columns.mean[j];
        sums[j] += phase == spreading ? far * far : far;
      }
  }
}

void take_sums(const double* sums, double phase, double count, double l2, const Columns<double>& columns,
               double* shrunk) {
  for (int j = 0; j < columns.d; ++j) {
    if (phase == sizing && sums[j] > 0)
      columns.unit[j] =
          std::ldexp(1, std::min(-std::ilogb(sums[j]) - 1, std::numeric_limits<double>::max_exponent - 1));
    if (phase == centring || phase == recentring) columns.mean[j] += sums[j] / count;
    if (phase != spreading) continue;
    const double found = std::sqrt(sums[j] / count), spread = found > least_spread ? found : 0;
    columns.spread[j] = std::hypot(spread, std::min(2 * std::sqrt(l2) * columns.unit[j], largest_penalty));
    if (columns.spread[j] == 0) columns.spread[j] = 1;
    if (spread > 0) shrunk[j] = std::min(columns.spread[j] / spread, std::numeric_limits<double>::max());
  }
}

void standardise(const Batch& batch, const Columns<const double>& columns) {
  for (int j = 0; j < columns.d; ++j) {
    double* x = batch.lane<double>(j);
    const double factor = columns.unit[j], mean = columns.mean[j], spread = columns.spread[j];
    for (std::int64_t i = 0; i < batch.count; ++i) x[i] = (x[i] * factor - mean) / spread;
  }
}

double penalty_scale(double l2, const Columns<const double>& columns, int column) {
  if (l2 == 0) return 0;
  return std::min(std::sqrt(l2) * columns.unit[column], largest_penalty / 2) / columns.spread[column];
}

}  // namespace uneven::elements
