// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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

/// What stands between the fields of a line. Blanks are runs of spaces and tabs.
enum class Separator { comma, tab, blanks };

/// A text without the spaces and tabs around it.
std::string_view trimmed(std::string_view text);

/// The fields of a line, one at least. Those between commas are trimmed, and one in quotation marks may hold commas.
std::vector<std::string_view> fields_of(std::string_view line, Separator separator);

/// A decimal number, as all text formats write numbers: a plus sign is allowed, hexadecimal digits, inf and nan are
/// not.
/// @return  nothing if `field` is none; 0 or an infinity where a double cannot hold it.
std::optional<double> decimal(std::string_view field);

/// True if a line can only be a header: no field is empty or reads like a number (quoted ones, nan, infinity and
/// hexadecimal ones do), and one is a word. A word begins with a letter of any script or '_', or stands in quotation
/// marks and has a letter; NA, null and none are none.
bool is_header(const std::vector<std::string_view>& fields);

}  // namespace uneven::data
