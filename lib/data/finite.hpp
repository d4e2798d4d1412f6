#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/not_finite.hpp"
#include "document/common.hpp"

namespace uneven::data {

/// Refuses numbers that are not finite, also such as have become infinite in Real.
///
/// @param values  of some rows and columns of the file's numbers, row-major.
/// @throws InputError  that names the first by row and column from 0.
template <class Real>
void require_finite(const std::string& file, const std::vector<Real>& values, document::Range rows,
                    document::Range columns) {
  const auto bad = std::ranges::find_if_not(values, [](Real value) { return std::isfinite(value); });
  if (bad == values.end()) return;
  const auto at = static_cast<std::int64_t>(bad - values.begin());
  throw InputError(file + ": row " + std::to_string(rows.first + at / columns.count) + ", column " +
                   std::to_string(columns.first + at % columns.count) + ": " + word_of(*bad) +
                   "; expected a finite number" + (sizeof(Real) == sizeof(float) ? " of single precision" : ""));
}

}  // namespace uneven::data
