// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "data/formats/format.hpp"
#include "data/formats/text_blocks.hpp"
#include "data/text/fields.hpp"

namespace uneven::data {

namespace {

constexpr std::size_t longest_number = 40;  // that a message quotes, in characters
constexpr std::array<std::pair<char, std::string_view>, 4> separators{
    {{',', "comma"}, {';', "semicolon"}, {'\t', "tab"}, {' ', "blanks"}}};

using Fields = std::vector<std::string_view>;

Fields fields_between(char separator, std::string_view line) {
  Fields fields;
  for (bool more = true; more;) fields.push_back(take_field(line, separator, more));
  return fields;
}

char separator_of(const std::string& text) {
  if (text.size() == 1 && text != "\"" && text != "\n" && text != "\r") return text[0];
  for (const auto& [separator, word] : separators)
    if (text == word) return separator;
  throw InputError("the separator of the data is '" + shown(text) +
                   "'; expected a character, or comma, semicolon, tab or blanks");
}

std::string words_of(char separator) {
  for (const auto& [known, word] : separators)
    if (known == separator) return std::string(word) + (known == ' ' ? "" : "s");
  return "'" + shown(std::string(1, separator)) + "'";
}

/// The separator that makes as many fields of both lines, more than one; of several, the one that makes the most. If
/// there is none, the first that the first line has.
char look_for_separator(const std::string& first, const std::string& second) {
  char best = 0, any = 0;
  std::size_t most = 1;
  for (const auto& [separator, word] : separators) {
    const std::size_t fields = fields_between(separator, first).size();
    if (fields > 1 && !any && separator != ' ') any = separator;
    if (fields <= most || (!second.empty() && fields_between(separator, second).size() != fields)) continue;
    // Blanks stand within the names of a header, too.
    if (separator == ' ' && best) continue;
    best = separator;
    most = fields;
  }
  return best ? best : any ? any : ',';
}

/// Rows of numbers between separators, below a header or none.
class TextTable : public Format {
 public:
  TextTable(const std::string& name, const document::TableOptions& options, LastColumn last)
      : Format(name), refuses_missing_(options.missing == document::Missing::refuse), last_(last) {
    TextLines lines(name);
    if (!lines.next()) throw InputError(lines.name() + ": no row of numbers");
    const std::string first(lines.text());
    const std::int64_t end = lines.end();
    const std::string second(lines.next() ? lines.text() : std::string_view());
    separator_ = options.separator ? separator_of(*options.separator) : look_for_separator(first, second);
    parts_numbers_ =
        std::ranges::find(separators, separator_, &std::pair<char, std::string_view>::first) != separators.end();
    const Fields fields = fields_between(separator_, first);
    columns_ = std::ssize(fields);
    if (is_header(fields)) read_header(fields, lines, second);
    blocks_.emplace(name, names_.empty() ? 0 : end);
  }

  std::string description() const override {
    const std::string kind = separator_ == ',' || separator_ == ';' ? "CSV" : "text";
    return kind + (names_.empty() ? " without a header" : " with a header") +
           (columns_ > 1 ? ", separated by " + words_of(separator_) : "");
  }

  std::int64_t columns() const override { return columns_; }
  std::vector<std::string> names() const override { return names_; }
  std::int64_t blocks() const override { return blocks_->count(); }
  // A number and what ends it take two bytes or more.
  std::int64_t most_numbers() const override { return blocks_->bytes() / 2 + 1; }
  const std::vector<std::string>& labels() const override { return labels_; }

  void choose(const std::vector<std::int64_t>& columns) override {
    Format::choose(columns);
    slot_.assign(static_cast<std::size_t>(columns_), -1);
    for (std::size_t i = 0; i < columns.size(); ++i)
      slot_[static_cast<std::size_t>(columns[i])] = static_cast<std::ptrdiff_t>(i);
    if (last_ == LastColumn::label) look_for_labels();
    if (names_.empty()) require_numbers();
  }

  std::int64_t survey(std::int64_t block, Findings& findings) const override {
    TextLines lines = blocks_->lines(block);
    std::int64_t rows = 0;
    for (; lines.next(); ++rows)
      if (has_labels_) take_label(lines, findings);
    return rows;
  }

  void learn(const Findings& findings) override { labels_.assign(findings.labels.begin(), findings.labels.end()); }

  void read(std::int64_t block, Range rows, std::vector<double>& values) const override {
    TextLines lines = blocks_->lines(block);
    for (std::int64_t row = 0; row < rows.end(); ++row) {
      if (!lines.next())
        throw InputError(lines.name() + ": has fewer rows than before; expected a file that does not change");
      if (row >= rows.first) take_row(lines, values);
    }
  }

 private:
  void read_header(const Fields& fields, const TextLines& lines, const std::string& row) {
    if (row.empty()) throw InputError(lines.name() + ": no row of numbers behind the header");
    for (const std::string_view field : fields) names_.emplace_back(unquoted(field));
    columns_ = std::ssize(fields_between(separator_, row));
    if (columns_ != std::ssize(fields))
      throw InputError(lines.where() + std::to_string(columns_) + " columns; the header has " +
                       std::to_string(fields.size()));
  }

  /// Labels are text if the first that is not missing is no number.
  void look_for_labels() {
    TextLines lines = blocks_->lines(0);
    while (lines.next()) {
      const Fields fields = fields_between(separator_, lines.text());
      if (std::ssize(fields) != columns_) return;
      const std::string_view label = fields[static_cast<std::size_t>(chosen_.back())];
      if (is_missing(label)) continue;
      has_labels_ = !decimal(unquoted(label));
      return;
    }
  }

  /// What is no header must be a row of numbers; else whichever it was meant to be would be passed over or misread.
  void require_numbers() const {
    const std::string neither = "; the first line is neither numbers nor a header";
    TextLines lines = blocks_->lines(0);
    if (!lines.next()) return;
    std::vector<double> numbers;
    try {
      take_row(lines, numbers);
    } catch (const InputError& e) {
      throw InputError(e.what() + neither);
    }
    // What is not read as a number tells a header, too, where it differs from the line below.
    const std::string first(lines.text()), place = lines.where();
    if (!lines.next()) return;
    const Fields above = fields_between(separator_, first), below = fields_between(separator_, lines.text());
    for (std::size_t i = 0; i < std::min({above.size(), below.size(), slot_.size()}); ++i)
      if ((slot_[i] < 0 || is_label(slot_[i])) && !is_missing(above[i]) && !decimal(unquoted(above[i])) &&
          decimal(unquoted(below[i])))
        throw InputError(place + "column " + std::to_string(i + 1) + ": '" + shown_data(above[i], longest_number) +
                         "' stands above a number" + neither);
  }

  bool is_label(std::ptrdiff_t slot) const { return has_labels_ && slot + 1 == std::ssize(chosen_); }

  [[noreturn]] static void fail(const TextLines& lines, std::int64_t column, const std::string& what) {
    throw InputError(lines.where() + "column " + std::to_string(column) + ": " + what);
  }

  void take_label(const TextLines& lines, Findings& findings) const {
    std::string_view rest = lines.text(), field;
    const std::int64_t column = chosen_.back();
    bool more = true;
    std::int64_t at = -1;
    while (more && at < column) field = take_field(rest, separator_, more), ++at;
    if (at < column || is_missing(field)) return;  // a row that is too short is refused when it is read
    if (decimal(field))
      fail(lines, column + 1,
           "'" + shown_data(field, longest_number) +
               "' is a number among labels that are words; expected words or numbers alone");
    findings.labels.emplace(unquoted(field));
    if (findings.labels.size() > most_labels)
      fail(lines, column + 1, "more than " + std::to_string(most_labels) + " different labels; expected classes");
  }

  double number(std::string_view field, const TextLines& lines, std::int64_t column) const {
    const auto quoted = [&] { return "'" + shown_data(field, longest_number) + "'"; };
    if (!refuses_missing_ && is_missing(field)) return std::numeric_limits<double>::quiet_NaN();
    if (field.empty()) fail(lines, column, "empty; expected a number");
    const std::optional<double> value = decimal(unquoted(field));
    if (!value) fail(lines, column, quoted() + " is not a finite decimal number");
    if (!std::isfinite(*value)) fail(lines, column, quoted() + " is too large");
    return *value;
  }

  double label(std::string_view field, const TextLines& lines, std::int64_t column) const {
    if (is_missing(field)) {
      if (refuses_missing_) fail(lines, column, "a label is missing; expected one");
      return std::numeric_limits<double>::quiet_NaN();
    }
    const auto found = std::ranges::lower_bound(labels_, unquoted(field));
    return static_cast<double>(found - labels_.begin());
  }

  /// Takes a number off `rest` that nothing surrounds, as most are; nothing else.
  bool take_number(std::string_view& rest, bool& more, double& value) const {
    if (!parts_numbers_) return false;
    const char* const last = rest.data() + rest.size();
    const auto [end, error] = std::from_chars(rest.data(), last, value);
    more = end != last;
    if (error != std::errc() || !std::isfinite(value) || (more && *end != separator_)) return false;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()) + more);
    if (separator_ == ' ') rest = trimmed(rest);
    more = more && (separator_ != ' ' || !rest.empty());
    return true;
  }

  void take_row(const TextLines& lines, std::vector<double>& values) const {
    std::string_view rest = lines.text();
    const std::size_t first = values.size();
    values.resize(first + chosen_.size());
    std::int64_t column = 0;
    for (bool more = true; more;) {
      const std::ptrdiff_t slot = column++ < columns_ ? slot_[static_cast<std::size_t>(column - 1)] : -1;
      if (slot < 0) {
        take_field(rest, separator_, more);
        continue;
      }
      double& value = values[first + static_cast<std::size_t>(slot)];
      if (!is_label(slot) && take_number(rest, more, value)) continue;
      const std::string_view field = take_field(rest, separator_, more);
      value = is_label(slot) ? label(field, lines, column) : number(field, lines, column);
    }
    if (column != columns_)
      throw InputError(lines.where() + std::to_string(column) + " columns; expected " + std::to_string(columns_));
  }

  bool refuses_missing_;
  LastColumn last_;
  char separator_ = ',';
  bool parts_numbers_ = true;  ///< whether a number cannot hold the separator
  std::int64_t columns_ = 0;
  std::vector<std::string> names_;
  std::optional<TextBlocks> blocks_;
  std::vector<std::ptrdiff_t> slot_;  ///< place of each column among those that are chosen; -1: it is not
  bool has_labels_ = false;
  std::vector<std::string> labels_;  ///< sorted
};

}  // namespace

std::unique_ptr<Format> open_text(const std::string& name, const document::TableOptions& options, LastColumn last) {
  return std::make_unique<TextTable>(name, options, last);
}

}  // namespace uneven::data
