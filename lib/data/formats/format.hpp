// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "data/input/plain.hpp"
#include "document/common.hpp"
#include "document/options/table_options.hpp"

namespace uneven::data {

using document::Range;

/// Meaning of the last column: a number as any other; or a class label, which may be text. In formats with a label of
/// their own (svmlight), a label that is a number is a column only if it is asked for.
enum class LastColumn { number, label };

/// Different labels of a column; more are no classes.
inline constexpr std::size_t most_labels = 1 << 16;

/// The part of a matrix in one block of a text; the text may have rows in any order.
struct Extent {
  std::int64_t first = INT64_MAX, last = -1;  ///< row
  std::int64_t entries = 0;
};

/// What all blocks of a file say together.
struct Findings {
  std::int64_t smallest = INT64_MAX, largest = -1;  ///< index of a column that occurs, of formats that name them
  std::set<std::string> labels;                     ///< of the last column, if they are text
  std::vector<Extent> extents;                      ///< of each block in order, of formats that have them

  void add(const Findings& other);
};

/// A file of a table, cut into blocks of rows that each can be read alone. The cuts are the file's own, whatever the
/// number of processes.
class Format {
 public:
  virtual ~Format() = default;

  /// As a message describes the file: "CSV with a header, separated by tabs".
  virtual std::string description() const = 0;

  /// Columns of the file; known after learn().
  virtual std::int64_t columns() const = 0;

  /// Names of the columns; none if the file has none.
  virtual std::vector<std::string> names() const { return {}; }

  virtual std::int64_t blocks() const = 0;

  /// Whether a value can be missing.
  virtual bool has_missing() const { return true; }

  /// The columns that are read, from 0, before any is.
  virtual void choose(const std::vector<std::int64_t>& columns) { chosen_ = columns; }

  /// Rows of a block, and what it adds to the findings.
  virtual std::int64_t survey(std::int64_t block, Findings& findings) const = 0;

  /// Takes the findings of all blocks.
  virtual void learn(const Findings&) {}

  /// Words of the last column, which is read as their numbers.
  virtual const std::vector<std::string>& labels() const;

  /// Appends the chosen columns of the given rows of a block; a missing value is nan.
  /// @throws InputError  at a field that is neither a number nor missing.
  virtual void read(std::int64_t block, Range rows, std::vector<double>& values) const = 0;

  /// More numbers than the file can hold, so that no more memory is taken for them.
  virtual std::int64_t most_numbers() const { return INT64_MAX; }

  /// Where a row is, to begin a message with: "x.npy: row 3, "; rows count from 1.
  virtual std::string where(std::int64_t row) const;

 protected:
  explicit Format(std::string name) : name_(std::move(name)) {}

  std::string name_;
  std::vector<std::int64_t> chosen_;
};

/// @throws InputError, OpenError
std::unique_ptr<Format> open_format(const std::string& name, const document::TableOptions& options, LastColumn last);

/// Formats by name; the first bytes are checked before.
std::unique_ptr<Format> open_text(const std::string& name, const document::TableOptions& options, LastColumn last);
std::unique_ptr<Format> open_npy(const std::string& name);
std::unique_ptr<Format> open_svmlight(const std::string& name, LastColumn last);
std::unique_ptr<Format> open_matrix_market(const std::string& name);
std::unique_ptr<Format> open_idx(const std::string& name);
std::unique_ptr<Format> open_hdf5(const std::string& name);
std::unique_ptr<Format> open_vecs(const std::string& name);

bool is_hdf5(InputFile& file);
bool is_idx(InputFile& file);
bool is_svmlight(const std::string& name);
bool is_vecs(const std::string& name);  ///< by the name's end: the first bytes do not tell
bool is_matrix_market(const std::string& name);

}  // namespace uneven::data
