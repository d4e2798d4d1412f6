// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "data/formats/format.hpp"
#include "document/common.hpp"
#include "document/options/table_options.hpp"

namespace uneven::data {

using document::Range;
using document::TableOptions;

/// A table of numbers in a file of any format that is read, chosen columns of it, without missing values.
///
/// One process reads it whole, as open_table(). Of several, each surveys its part, and then knows all of it:
///
///     Table table(path, options, LastColumn::label);
///     table.finish(all_gather(table.survey(rank, ranks)));
///     const std::vector<double> mine = table.read(rows);
///
/// Formats, each told by its first bytes: NPY, HDF5, IDX, Matrix Market, svmlight, else text with separators; what
/// is packed is unpacked before (data/input/plain.hpp). FVECS, BVECS and IVECS are told by the end of the name.
class Table {
 public:
  /// Looks at the first lines or the header.
  /// @throws OpenError   if the file cannot be opened.
  /// @throws InputError  if it is damaged, empty, of no format that is read, or has no such columns.
  explicit Table(const std::string& path, const TableOptions& options = {}, LastColumn last = LastColumn::number);
  Table(Table&&) noexcept;
  ~Table();

  /// What a part of the file holds, as bytes for finish(); part 0 of 1 is the whole. Cost: one pass over the part,
  /// which reads numbers only where missing values or labels are looked for.
  std::string survey(int part, int parts) const;

  /// Before finish(): the words of the labels, such as those of the data that a network was trained with.
  void expect_labels(std::vector<std::string> labels) { expected_labels_ = std::move(labels); }

  /// @param surveys  of all parts, in order.
  /// @throws InputError  if there is no row, or a label that is not expected.
  void finish(const std::vector<std::string>& surveys);

  std::int64_t rows() const { return rows_; }  ///< after finish()
  std::int64_t columns() const { return static_cast<std::int64_t>(columns_.size()); }

  /// The sorted words of a last column of text labels; the column holds their indices, from 0.
  const std::vector<std::string>& labels() const;

  /// Notes for the user, one line each: size and format, rows dropped or values filled, labels. After finish().
  std::vector<std::string> notes() const;

  /// Numbers of the given rows; shape [rows.count, columns()], row-major. Looks at no others.
  ///
  /// @throws InputError  at a value that is not finite, naming its place; if there are fewer rows.
  /// Memory: these, and a block of the file.
  std::vector<double> read(Range rows) const;

 private:
  void read_block(std::int64_t block, Range rows, std::vector<double>& values) const;
  void fill(std::int64_t first_row, std::vector<double>& values, std::size_t from) const;
  void drop(std::vector<double>& values) const;

  std::string name_;
  TableOptions options_;
  std::string packing_;
  std::unique_ptr<Format> format_;
  std::vector<std::string> expected_labels_;
  std::vector<std::int64_t> columns_;    ///< chosen, from 0
  std::vector<std::int64_t> start_;      ///< first row of each block, then all; shape [blocks + 1]
  std::vector<double> mean_;             ///< of the chosen columns, if missing values are filled
  std::int64_t rows_ = 0, missing_ = 0;  ///< rows, those dropped or values filled
};

/// A table that this process surveys alone.
Table open_table(const std::string& path, const TableOptions& options = {}, LastColumn last = LastColumn::number);

/// The size of a table of numbers in a file.
struct TableInfo {
  std::int64_t rows = 0;
  std::int64_t bytes = 0;  ///< of the file
};

/// Counts the rows of a table in a file of any format. Its last column may hold labels.
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

}  // namespace uneven::data
