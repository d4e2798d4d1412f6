// SPDX-License-Identifier: MIT
// Format: R. Boisvert, R. Pozo, K. Remington, The Matrix Market exchange formats, NISTIR 5935 (1996).
#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "base/text.hpp"
#include "data/formats/block_size.hpp"
#include "data/formats/format.hpp"
#include "data/formats/text_blocks.hpp"
#include "data/text/fields.hpp"

namespace uneven::data {

namespace {

constexpr std::string_view banner = "%%matrixmarket";
constexpr std::size_t longest_quote_of_line = 40;

struct Entry {
  std::int64_t row, column;
  double value;
};

/// Where the number of an array stands: they go down the columns; of a symmetric matrix down its lower triangle, of a
/// skew one without the diagonal.
struct ArrayPlace {
  std::int64_t row = 0, column = 0;
};

/// A matrix; only some of its rows are in memory at a time. Missing entries are 0. The text may have the entries in any
/// order, so a block of rows is no block of the text. The survey finds the range of rows of each block of the text; the
/// reader of a row looks into the blocks whose range has it.
class MatrixMarket : public Format {
 public:
  explicit MatrixMarket(const std::string& name) : Format(name) {
    TextLines lines(name, {.comment_marks = ""});
    lines.next();
    read_banner(lines);
    lines.set_comment_marks("%");
    read_size(lines);
    text_.emplace(name, lines.end(), TextHabits{.comment_marks = "%"});
  }

  std::string description() const override {
    return "Matrix Market, " + std::string(coordinates_ ? "coordinates" : "array") +
           (symmetry_ == "general" ? "" : ", " + symmetry_);
  }

  std::int64_t columns() const override { return columns_; }
  std::int64_t blocks() const override { return text_->count(); }
  bool has_missing() const override { return false; }

  std::int64_t survey(std::int64_t block, Findings& findings) const override {
    Extent extent;
    TextLines lines = text_->lines(block);
    while (lines.next()) {
      ++extent.entries;
      if (!coordinates_) {
        number_alone(lines);
        continue;
      }
      const Entry entry = coordinates_of(lines);
      extent.first = std::min({extent.first, entry.row, is_general() ? entry.row : entry.column});
      extent.last = std::max({extent.last, entry.row, is_general() ? entry.row : entry.column});
    }
    findings.extents.push_back(extent);
    return first_row(block + 1) - first_row(block);
  }

  void learn(const Findings& findings) override {
    extents_ = findings.extents;
    std::int64_t found = 0;
    for (const Extent& extent : extents_) found += extent.entries;
    if (found != count_)
      throw InputError(input_name(name_) + ": " + std::to_string(found) + (coordinates_ ? " entries" : " numbers") +
                       "; line " + std::to_string(size_line_) + " says " + std::to_string(count_));
    if (coordinates_) return;
    ArrayPlace place = first_place(0);
    for (Extent& extent : extents_) {
      places_.push_back(place);
      extent.first = is_general() ? place.row : 0;
      const std::int64_t column = place.column;
      advance(place, extent.entries);
      extent.last = place.column > column || !is_general() ? rows_ - 1 : place.row - 1;
      if (place.column > column) extent.first = 0;
    }
  }

  void read(std::int64_t block, Range rows, std::vector<double>& values) const override {
    const std::int64_t first = first_row(block) + rows.first;
    std::vector<double> all(static_cast<std::size_t>(columns_));
    auto entry = entries_.begin();
    for (std::int64_t row = first; row < first + rows.count; ++row) {
      const bool is_here = row >= window_.first && row < window_.end();
      if (!is_here) load(row);
      if (!is_here || row == first) entry = std::ranges::lower_bound(entries_, row, {}, &Entry::row);
      std::ranges::fill(all, 0);
      for (; entry != entries_.end() && entry->row == row; ++entry)
        all[static_cast<std::size_t>(entry->column)] = entry->value;
      for (const std::int64_t column : chosen_) values.push_back(all[static_cast<std::size_t>(column)]);
    }
  }

 private:
  [[noreturn]] static void fail(const TextLines& lines, const std::string& what) {
    throw InputError(lines.where() + what);
  }

  bool is_general() const { return symmetry_ == "general"; }

  /// The rows are dealt to the blocks of the text in order.
  std::int64_t first_row(std::int64_t block) const {
    return static_cast<std::int64_t>(static_cast<__int128>(rows_) * block / blocks());
  }

  void read_banner(const TextLines& lines) {
    const std::string line = lower_case(lines.text());
    const auto words = fields_of(line, Separator::blanks);
    if (words.size() != 5 || words[1] != "matrix")
      fail(lines,
           "a Matrix Market file of another kind; expected %%MatrixMarket matrix, a format, a field and a symmetry");
    const auto require = [&](std::string_view word, std::initializer_list<std::string_view> known) {
      if (std::ranges::find(known, word) != known.end()) return;
      std::string list;
      for (const std::string_view text : known) list += (list.empty() ? "" : ", ") + std::string(text);
      fail(lines, "'" + shown_data(word, longest_quote_of_line) + "'; expected one of " + list);
    };
    require(words[2], {"coordinate", "array"});
    require(words[3], {"real", "double", "integer", "pattern"});
    require(words[4], {"general", "symmetric", "skew-symmetric"});
    coordinates_ = words[2] == "coordinate";
    pattern_ = words[3] == "pattern";
    symmetry_ = words[4];
    if (pattern_ && !coordinates_) fail(lines, "an array without numbers; expected coordinates");
  }

  static std::int64_t whole(const TextLines& lines, std::string_view text, std::int64_t smallest,
                            std::int64_t largest) {
    std::int64_t number = -1;
    if (!is_whole(text, number) || number < smallest || number > largest)
      fail(lines, "'" + shown_data(text, longest_quote_of_line) + "'; expected a whole number from " +
                      std::to_string(smallest) + " to " + std::to_string(largest));
    return number;
  }

  static double real(const TextLines& lines, std::string_view text) {
    const std::optional<double> value = decimal(text);
    if (!value || !std::isfinite(*value))
      fail(lines, "'" + shown_data(text, longest_quote_of_line) + "' is not a finite decimal number");
    return *value;
  }

  static std::vector<std::string_view> fields(const TextLines& lines, std::size_t count, const char* what) {
    auto fields = fields_of(lines.text(), Separator::blanks);
    if (fields.size() != count)
      fail(lines, std::to_string(fields.size()) + (fields.size() == 1 ? " field" : " fields") + "; expected " + what);
    return fields;
  }

  double number_alone(const TextLines& lines) const {
    const std::string_view text = trimmed(lines.text());
    if (text.find_first_of(" \t") != text.npos) fields(lines, 1, "a number");
    return real(lines, text);
  }

  Entry coordinates_of(const TextLines& lines) const {
    std::string_view rest = lines.text();
    const std::string_view row = take_field(rest), column = take_field(rest);
    const std::string_view value = pattern_ ? std::string_view() : take_field(rest);
    if (column.empty() || (value.empty() && !pattern_) || !trimmed(rest).empty())
      fields(lines, pattern_ ? 2 : 3,
             pattern_ ? "the row and the column of an entry" : "the row, column and value of an entry");
    return {whole(lines, row, 1, rows_) - 1, whole(lines, column, 1, columns_) - 1, pattern_ ? 1 : real(lines, value)};
  }

  void read_size(TextLines& lines) {
    constexpr std::int64_t most = std::int64_t{1} << 40;
    const char* const what =
        coordinates_ ? "the numbers of rows, columns and entries" : "the numbers of rows and columns";
    if (!lines.next()) throw InputError(lines.name() + ": ends too soon; expected " + what);
    const auto sizes = fields(lines, coordinates_ ? 3 : 2, what);
    rows_ = whole(lines, sizes[0], 1, most);
    columns_ = whole(lines, sizes[1], 1, 1 << 24);
    size_line_ = lines.number();
    if (!is_general() && rows_ != columns_) fail(lines, "a symmetric matrix that is not square; expected a square one");
    count_ = coordinates_ ? whole(lines, sizes[2], 0, most) : numbers_of_array();
    // Rows that are not in the file would take memory all the same.
    const std::int64_t bytes = open_plain(name_).bytes();
    constexpr std::int64_t most_rows_a_byte = 64;
    if (rows_ > most_rows_a_byte * bytes)
      fail(lines, std::to_string(rows_) + " rows in " + std::to_string(bytes) +
                      " bytes; expected a matrix of which most rows have an entry");
  }

  std::int64_t numbers_of_array() const {
    std::int64_t all = 0;
    if (is_general()) return __builtin_mul_overflow(rows_, columns_, &all) ? INT64_MAX : all;
    return symmetry_ == "symmetric" ? rows_ * (rows_ + 1) / 2 : rows_ * (rows_ - 1) / 2;
  }

  ArrayPlace first_place(std::int64_t column) const {
    return {is_general() ? 0 : symmetry_ == "symmetric" ? column : column + 1, column};
  }

  void advance(ArrayPlace& place, std::int64_t count) const {
    while (count > 0 && place.column < columns_ && count >= rows_ - place.row) {
      count -= rows_ - place.row;
      place = first_place(place.column + 1);
    }
    place.row += count;
  }

  /// Reads the entries of row `first` and of as many behind it as may be in memory.
  void load(std::int64_t first) const {
    entries_.clear();
    window_ = {first, rows_ - first};
    std::size_t most = 2 * static_cast<std::size_t>(block_size.entries);
    const auto add = [&](std::int64_t row, std::int64_t column, double value) {
      if (row < window_.first || row >= window_.end()) return;
      entries_.push_back({row, column, value});
      if (entries_.size() >= most) most = shrink();
    };
    for (std::size_t block = 0; block < extents_.size(); ++block) {
      if (extents_[block].first >= window_.end() || extents_[block].last < first) continue;
      TextLines lines = text_->lines(static_cast<std::int64_t>(block));
      for (ArrayPlace place = coordinates_ ? ArrayPlace() : places_[block]; lines.next();) {
        if (!coordinates_ && (place.column >= columns_ || place.row >= rows_))
          throw InputError(lines.name() + ": has more numbers than before; expected a file that does not change");
        const Entry entry = coordinates_ ? coordinates_of(lines) : Entry{place.row, place.column, number_alone(lines)};
        add(entry.row, entry.column, entry.value);
        if (!is_general() && entry.row != entry.column)
          add(entry.column, entry.row, symmetry_ == "symmetric" ? entry.value : -entry.value);
        if (!coordinates_) advance(place, 1);
      }
    }
    sort();
  }

  /// Leaves out the last rows, so that about half of the entries stay, or one row.
  /// @return  the number of entries at which that is to be done again.
  std::size_t shrink() const {
    const auto middle = entries_.begin() + std::ssize(entries_) / 2;
    std::ranges::nth_element(entries_, middle, {}, &Entry::row);
    window_.count = std::max(middle->row, window_.first + 1) - window_.first;
    std::erase_if(entries_, [&](const Entry& entry) { return entry.row >= window_.end(); });
    if (window_.count == 1) sort();
    return std::max(2 * static_cast<std::size_t>(block_size.entries), 2 * entries_.size());
  }

  void sort() const {
    std::ranges::stable_sort(entries_, {}, [](const Entry& e) { return std::pair(e.row, e.column); });
    const auto twice = std::ranges::adjacent_find(
        entries_, [](const Entry& a, const Entry& b) { return a.row == b.row && a.column == b.column; });
    if (twice != entries_.end())
      throw InputError(input_name(name_) + ": the entry in row " + std::to_string(twice->row + 1) + ", column " +
                       std::to_string(twice->column + 1) + " stands there twice; expected it once");
  }

  std::optional<TextBlocks> text_;
  bool coordinates_ = false, pattern_ = false;
  std::string symmetry_;
  std::int64_t rows_ = 0, columns_ = 1, count_ = 0, size_line_ = 0;
  std::vector<Extent> extents_;     ///< of each block of the text
  std::vector<ArrayPlace> places_;  ///< arrays: of the first number of each block
  // What was read last.
  mutable std::vector<Entry> entries_;  ///< by rows
  mutable Range window_{0, 0};          ///< the rows whose entries these are
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
