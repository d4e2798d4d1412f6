// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/number.hpp"
#include "document/common.hpp"

namespace uneven::data {

/// The size of a table of numbers in a file.
struct TableInfo {
  std::int64_t rows = 0;
  std::int64_t bytes = 0;  ///< of the file
};

/// Counts the rows of an NPY file (told by its magic string; its first dimension) or a CSV file.
///
/// @throws OpenError   if the file cannot be opened.
/// @throws InputError  if it is damaged, without numbers or of more than two dimensions, or if a CSV file does not
/// begin
///   with a row of numbers.
/// Cost: reads the header of an NPY file, a CSV file once.
TableInfo read_table_info(const std::string& path);

/// Counts the lines of a file, whatever they hold; the last may lack its end.
///
/// @throws OpenError, IoError
/// Cost: reads the file once.
TableInfo read_line_info(const std::string& path);

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
