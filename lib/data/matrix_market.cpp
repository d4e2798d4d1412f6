// SPDX-License-Identifier: MIT
// Format: R. Boisvert, R. Pozo, K. Remington, The Matrix Market exchange formats, NISTIR 5935 (1996).
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "base/text.hpp"
#include "data/format.hpp"
#include "data/table.hpp"

namespace uneven::data {

namespace {

constexpr std::string_view banner = "%%matrixmarket";
constexpr std::size_t longest_quote_of_line = 40;

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

struct Entry {
  std::int64_t row, column;
  double value;
};

/// A matrix in memory: its entries by rows, those that are missing are 0.
class MatrixMarket : public Format {
 public:
  explicit MatrixMarket(const std::string& name) : Format(name), lines_(name, {.comment_marks = ""}) {
    lines_.next();
    read_banner();
    lines_.set_comment_marks("%");
    read_size();
    if (coordinates_)
      read_coordinates();
    else
      read_array();
    if (lines_.next()) fail("a line behind the last entry; expected none");
    std::ranges::stable_sort(entries_, {}, [](const Entry& e) { return std::pair(e.row, e.column); });
    const auto twice = std::ranges::adjacent_find(
        entries_, [](const Entry& a, const Entry& b) { return a.row == b.row && a.column == b.column; });
    if (twice != entries_.end())
      throw InputError(lines_.name() + ": the entry in row " + std::to_string(twice->row + 1) + ", column " +
                       std::to_string(twice->column + 1) + " stands there twice; expected it once");
  }

  std::string description() const override {
    return "Matrix Market, " + std::string(coordinates_ ? "coordinates" : "array") +
           (symmetry_ == "general" ? "" : ", " + symmetry_);
  }

  std::int64_t columns() const override { return columns_; }
  std::int64_t blocks() const override { return (rows_ + block_rows() - 1) / block_rows(); }
  std::int64_t survey(std::int64_t block, Findings&) const override {
    return std::min(block_rows(), rows_ - block * block_rows());
  }

  void read(std::int64_t block, Range rows, std::vector<double>& values) const override {
    const std::int64_t first = block * block_rows() + rows.first;
    auto entry = std::ranges::lower_bound(entries_, first, {}, &Entry::row);
    std::vector<double> all(static_cast<std::size_t>(columns_));
    for (std::int64_t row = first; row < first + rows.count; ++row) {
      std::ranges::fill(all, 0);
      for (; entry != entries_.end() && entry->row == row; ++entry)
        all[static_cast<std::size_t>(entry->column)] = entry->value;
      for (const std::int64_t column : chosen_) values.push_back(all[static_cast<std::size_t>(column)]);
    }
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw InputError(lines_.where() + what); }

  std::int64_t block_rows() const { return std::max<std::int64_t>(1, (1 << 17) / columns_); }

  void read_banner() {
    const std::string line = lower_case(lines_.text());
    const auto words = fields_of(line, Separator::blanks);
    if (words.size() != 5 || words[1] != "matrix")
      fail("a Matrix Market file of another kind; expected %%MatrixMarket matrix, a format, a field and a symmetry");
    const auto require = [&](std::string_view word, std::initializer_list<std::string_view> known) {
      if (std::ranges::find(known, word) != known.end()) return;
      std::string list;
      for (const std::string_view text : known) list += (list.empty() ? "" : ", ") + std::string(text);
      fail("'" + shown_data(word, longest_quote_of_line) + "'; expected one of " + list);
    };
    require(words[2], {"coordinate", "array"});
    require(words[3], {"real", "double", "integer", "pattern"});
    require(words[4], {"general", "symmetric", "skew-symmetric"});
    coordinates_ = words[2] == "coordinate";
    pattern_ = words[3] == "pattern";
    symmetry_ = words[4];
    if (pattern_ && !coordinates_) fail("an array without numbers; expected coordinates");
  }

  std::int64_t whole(std::string_view text, std::int64_t smallest, std::int64_t largest) const {
    std::int64_t number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < smallest || number > largest)
      fail("'" + shown_data(text, longest_quote_of_line) + "'; expected a whole number from " +
           std::to_string(smallest) + " to " + std::to_string(largest));
    return number;
  }

  double real(std::string_view text) const {
    const std::optional<double> value = decimal(text);
    if (!value || !std::isfinite(*value))
      fail("'" + shown_data(text, longest_quote_of_line) + "' is not a finite decimal number");
    return *value;
  }

  std::vector<std::string_view> next_fields(std::size_t count, const std::string& what) {
    if (!lines_.next()) throw InputError(lines_.name() + ": ends too soon; expected " + what);
    const auto fields = fields_of(lines_.text(), Separator::blanks);
    if (fields.size() != count) fail(std::to_string(fields.size()) + " fields; expected " + what);
    return fields;
  }

  void read_size() {
    constexpr std::int64_t most = std::int64_t{1} << 40;
    const auto fields = coordinates_ ? next_fields(3, "the numbers of rows, columns and entries")
                                     : next_fields(2, "the numbers of rows and columns");
    rows_ = whole(fields[0], 1, most);
    columns_ = whole(fields[1], 1, 1 << 24);
    if (coordinates_) count_ = whole(fields[2], 0, most);
    if (symmetry_ != "general" && rows_ != columns_)
      fail("a symmetric matrix that is not square; expected a square one");
    // Rows that are not in the file would take memory all the same.
    const std::int64_t bytes = open_plain(name_).bytes();
    constexpr std::int64_t most_rows_a_byte = 64;
    if (rows_ > most_rows_a_byte * bytes)
      fail(std::to_string(rows_) + " rows in " + std::to_string(bytes) +
           " bytes; expected a matrix of which most rows have an entry");
  }

  void add(std::int64_t row, std::int64_t column, double value) {
    entries_.push_back({row, column, value});
    if (symmetry_ == "general" || row == column) return;
    entries_.push_back({column, row, symmetry_ == "symmetric" ? value : -value});
  }

  void read_coordinates() {
    const std::string what = pattern_ ? "the row and the column of an entry" : "the row, column and value of an entry";
    for (std::int64_t i = 0; i < count_; ++i) {
      const auto fields = next_fields(pattern_ ? 2 : 3, what);
      add(whole(fields[0], 1, rows_) - 1, whole(fields[1], 1, columns_) - 1, pattern_ ? 1 : real(fields[2]));
    }
  }

  /// Column by column; of a symmetric matrix its lower triangle, of a skew one without the diagonal.
  void read_array() {
    for (std::int64_t column = 0; column < columns_; ++column)
      for (std::int64_t row = symmetry_ == "general"     ? 0
                              : symmetry_ == "symmetric" ? column
                                                         : column + 1;
           row < rows_; ++row)
        add(row, column,
            real(next_fields(
                1, "the number in row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1))[0]));
  }

  TextLines lines_;
  bool coordinates_ = false, pattern_ = false;
  std::string symmetry_;
  std::int64_t rows_ = 0, columns_ = 1, count_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace

bool is_matrix_market(const std::string& name) {
  InputFile file = open_plain(name);
  std::string start(static_cast<std::size_t>(std::min<std::int64_t>(file.bytes(), banner.size())), '\0');
  file.read(0, std::ssize(start), start.data());
  return lower_case(start) == banner;
}

std::unique_ptr<Format> open_matrix_market(const std::string& name) { return std::make_unique<MatrixMarket>(name); }

}  // namespace uneven::data
