// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "document/common.hpp"
#include "document/options/table_options.hpp"

namespace uneven::data {

/// The size of a table of numbers in a file.
struct TableInfo {
  std::int64_t rows = 0;
  std::int64_t bytes = 0;  ///< of the file
};

/// Counts the rows of a table in a file of any format (data/door.hpp), the last column of which may hold labels.
///
/// @throws OpenError   if the file cannot be opened.
/// @throws InputError  if it is damaged or holds no rows.
/// Cost: reads the header of a file with one, a text file once.
TableInfo read_table_info(const std::string& path, const document::TableOptions& options = {});

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

using document::Range;

/// What stands between the fields of a line. Blanks are runs of spaces and tabs.
enum class Separator { comma, tab, blanks };

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// A text without the spaces and tabs around it.
std::string_view trimmed(std::string_view text);

/// Takes the next field and the separator behind it off `rest`: trimmed; one in quotation marks may hold separators. '
/// ' stands for runs of spaces and tabs. Call while `more` is true, which it is before the first.
std::string_view take_field(std::string_view& rest, char separator, bool& more);

/// A field without the quotation marks around it.
std::string_view unquoted(std::string_view field);

/// A field of a CSV file as it is written: in quotation marks where it must.
std::string csv_field(const std::string& text);

/// Whether a field stands for a value that is not there: empty, ?, NA, N/A, null, none or nan, in any case.
bool is_missing(std::string_view field);

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

using document::Range;

/// Types of an element that are read: floats, integers with and without a sign, and truth values.
enum class NpyType { f2, f4, f8, i1, i2, i4, i8, u1, u2, u4, u8, b1 };

/// Bytes of one element.
std::int64_t size_of(NpyType type);

/// Whether an element can be another than a whole number.
bool is_floating(NpyType type);

/// What the header of a NumPy array file (.npy) says.
/// Format: NEP 1 (numpy.lib.format), versions 1.0, 2.0 and 3.0.
struct NpyHeader {
  std::vector<std::int64_t> shape;
  NpyType type = NpyType::f8;
  bool fortran_order = false;  ///< columns one after the other instead of rows
  bool big_endian = false;
  std::int64_t offset = 0;  ///< byte at which the elements begin

  std::int64_t elements() const;
  std::int64_t rows() const { return shape.empty() ? 1 : shape[0]; }
  std::int64_t columns() const;  ///< elements per row; 1 for a vector
};

/// True if the file begins with the magic string of NPY. @throws OpenError
bool is_npy(const std::string& path);

/// Reads the header of an array and checks that the file holds all elements that it promises.
///
/// @throws OpenError   if the file cannot be opened.
/// @throws InputError  if it is no NPY file, of a type not in NpyType (complex numbers, Python objects, records, ...),
/// or
///   shorter or longer than its header says; the text gives the bytes.
NpyHeader read_npy_header(const std::string& path);

/// Elements of the given rows and columns of a vector (one column) or matrix, row-major whatever the order in the
/// file; shape [rows.count, columns.count]. Converted to Real as a C++ cast does.
///
/// Reads only what is asked for: one run per row (per column in Fortran order; one in all for whole rows or columns).
/// @throws InputError  if the array has more than two dimensions or the block lies outside it.
/// @throws IoError     if the system cannot read.
template <class Real>
std::vector<Real> read_npy_block(const std::string& path, const NpyHeader& header, Range rows, Range columns);

/// All columns of the given rows; shape [rows.count, header.columns()].
template <class Real>
std::vector<Real> read_npy_rows(const std::string& path, const NpyHeader& header, Range rows);

/// The bytes before the elements of an array in C order (version 1.0, a multiple of 64 bytes long), for writers that
/// place the elements themselves.
std::string npy_header(NpyType type, const std::vector<std::int64_t>& shape);

/// Writes an array in C order; T is float, double or std::int64_t. Whoever opened the file commits it.
/// @param values  as many as the product of `shape`.
/// @throws IoError  if it cannot be written.
template <class T>
void write_npy(OutputFile& file, const std::vector<std::int64_t>& shape, std::span<const T> values);

/// The same to a file of its own, which appears whole or not at all.
template <class T>
void write_npy(const std::string& path, const std::vector<std::int64_t>& shape, std::span<const T> values) {
  OutputFile file(path);
  write_npy(file, shape, values);
  file.commit();
}

/// The same for a vector.
template <class T>
void write_npy(const std::string& path, const std::vector<std::int64_t>& shape, const std::vector<T>& values) {
  write_npy(path, shape, std::span<const T>(values));
}

}  // namespace uneven::data
