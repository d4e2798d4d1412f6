// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "document/common.hpp"

namespace uneven::data {

using document::Range;

/// The size of a table of numbers: lines of fields between commas, by the habits of TextLines.
///
/// Spaces around a field are ignored. The first line is a header if it can be nothing else (is_header()).
struct CsvInfo {
  std::int64_t rows = 0;     ///< without the header
  std::int64_t columns = 0;  ///< fields of the first row
  bool header = false;
};

/// Counts rows and columns; of the numbers only those of a first line are looked at. Cost: one pass over the file.
///
/// @throws OpenError   if the file cannot be opened.
/// @throws InputError  if there is no row, the first line is neither a header nor numbers, or the header has more or
///   fewer columns than the row below it.
CsvInfo read_csv_info(const std::string& path);

/// The given rows; shape [rows.count, info.columns], row-major.
///
/// Only these rows are looked at, the lines before them are skipped.
/// @throws InputError  at a row of another width, and at a field that is empty, not decimal (hexadecimal, nan, inf, a
///   word) or beyond the range of Real: file, line and column, both from 1; if there are fewer rows.
template <class Real>
std::vector<Real> read_csv_rows(const std::string& path, const CsvInfo& info, Range rows);

}  // namespace uneven::data
