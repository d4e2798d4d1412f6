#include "data/csv.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "data/file.hpp"

namespace uneven::data {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Takes the first field off `rest`; call while `more` is true.
std::string_view next_field(std::string_view& rest, bool& more) {
  const auto comma = rest.find(',');
  more = comma != std::string_view::npos;
  const auto field = trimmed(rest.substr(0, comma));
  rest = more ? rest.substr(comma + 1) : std::string_view();
  return field;
}

bool is_infinity_or_nan(std::string_view field) {
  std::string lower(field);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  if (lower.starts_with('-')) lower.erase(0, 1);
  return lower.starts_with("nan") || lower == "inf" || lower == "infinity";
}

bool is_word(std::string_view field) {
  if (field.empty() || is_infinity_or_nan(field)) return false;
  return std::isalpha(static_cast<unsigned char>(field[0])) || field[0] == '_' || field[0] == '"';
}

bool is_header(std::string_view line) {
  if (line.starts_with('#')) return true;
  for (bool more = true; more;)
    if (!is_word(next_field(line, more))) return false;
  return true;
}

/// The lines of a table that are not empty, with their numbers.
class Lines {
 public:
  explicit Lines(const std::string& path) : file_(path) {}

  bool next() {
    while (file_.next_line(line_)) {
      ++number_;
      text_ = line_;
      if (number_ == 1 && text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
      text_ = trimmed(text_);
      if (!text_.empty()) return true;
    }
    return false;
  }
  std::string_view text() const { return text_; }
  std::string where() const { return file_.path() + ":" + std::to_string(number_) + ": "; }

 private:
  InputFile file_;
  std::string line_;
  std::string_view text_;
  std::int64_t number_ = 0;
};

template <class Real>
Real number(std::string_view field, const Lines& lines, std::int64_t column) {
  const auto fail = [&](const std::string& what) {
    throw InputError(lines.where() + "column " + std::to_string(column) + ": " + what);
  };
  std::string shown = "'" + std::string(field.substr(0, 40)) + (field.size() > 40 ? "...'" : "'");
  std::ranges::replace(shown, '\0', ' ');  // at which the text of an exception would end
  if (field.empty()) fail("empty; expected a number");
  std::string_view digits = field;
  // std::from_chars knows no plus sign.
  if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool in_range = error != std::errc::result_out_of_range;
  if (error == std::errc::invalid_argument || end != digits.data() + digits.size() ||
      (in_range && !std::isfinite(value)))
    fail(shown + " is not a finite decimal number");
  // Too near to 0 is 0, which std::from_chars does not tell from too large.
  if (!in_range) value = std::strtod(std::string(digits).c_str(), nullptr);
  if (!std::isfinite(static_cast<Real>(value))) fail(shown + " is too large");
  return static_cast<Real>(value);
}

}  // namespace

CsvInfo read_csv_info(const std::string& path) {
  CsvInfo info;
  Lines lines(path);
  bool first = true;
  while (lines.next()) {
    if (std::exchange(first, false) && is_header(lines.text())) {
      info.header = true;
      continue;
    }
    if (info.rows++ == 0) info.columns = 1 + std::count(lines.text().begin(), lines.text().end(), ',');
  }
  if (info.rows == 0) throw InputError(path + ": no row of numbers");
  return info;
}

template <class Real>
std::vector<Real> read_csv_rows(const std::string& path, const CsvInfo& info, Range rows) {
  std::vector<Real> values;
  values.reserve(static_cast<std::size_t>(rows.count * info.columns));
  Lines lines(path);
  if (info.header) lines.next();
  for (std::int64_t row = 0; row < rows.end(); ++row) {
    if (!lines.next())
      throw InputError(path + ": " + std::to_string(row) + " rows; expected " + std::to_string(rows.end()));
    if (row < rows.first) continue;
    std::string_view rest = lines.text();
    std::int64_t column = 0;
    for (bool more = true; more;) {
      const std::string_view field = next_field(rest, more);
      if (++column <= info.columns) values.push_back(number<Real>(field, lines, column));
    }
    if (column != info.columns)
      throw InputError(lines.where() + std::to_string(column) + " columns; expected " + std::to_string(info.columns));
  }
  return values;
}

template std::vector<float> read_csv_rows(const std::string&, const CsvInfo&, Range);
template std::vector<double> read_csv_rows(const std::string&, const CsvInfo&, Range);

}  // namespace uneven::data
