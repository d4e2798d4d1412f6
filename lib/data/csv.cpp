// SPDX-License-Identifier: MIT
#include "data/csv.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "data/fields.hpp"
#include "data/text_lines.hpp"

namespace uneven::data {
namespace {

constexpr std::size_t longest_number = 40;  // that a message quotes, in characters

/// Takes the first field off `rest`; call while `more` is true. Numbers have no quotation marks.
std::string_view next_field(std::string_view& rest, bool& more) {
  const auto comma = rest.find(',');
  more = comma != std::string_view::npos;
  const auto field = trimmed(rest.substr(0, comma));
  rest = more ? rest.substr(comma + 1) : std::string_view();
  return field;
}

template <class Real>
Real number(std::string_view field, const TextLines& lines, std::int64_t column) {
  const auto fail = [&](const std::string& what) {
    throw InputError(lines.where() + "column " + std::to_string(column) + ": " + what);
  };
  const auto quoted = [&] { return "'" + shown_data(field, longest_number) + "'"; };
  if (field.empty()) fail("empty; expected a number");
  const std::optional<double> value = decimal(field);
  if (!value) fail(quoted() + " is not a finite decimal number");
  if (!std::isfinite(static_cast<Real>(*value))) fail(quoted() + " is too large");
  return static_cast<Real>(*value);
}

/// The numbers of the row that `lines` is at, behind `values`.
template <class Real>
void take_row(const TextLines& lines, std::int64_t columns, std::vector<Real>& values) {
  std::string_view rest = lines.text();
  std::int64_t column = 0;
  for (bool more = true; more;) {
    const std::string_view field = next_field(rest, more);
    if (++column <= columns) values.push_back(number<Real>(field, lines, column));
  }
  if (column != columns)
    throw InputError(lines.where() + std::to_string(column) + " columns; expected " + std::to_string(columns));
}

/// Of the row that `lines` is at.
std::int64_t columns_of(const TextLines& lines) {
  return 1 + std::count(lines.text().begin(), lines.text().end(), ',');
}

/// What is no header must be a row of numbers; else whichever it was meant to be would be passed over or misread.
void require_numbers(const TextLines& lines) {
  std::vector<double> numbers;
  try {
    take_row(lines, columns_of(lines), numbers);
  } catch (const InputError& e) {
    throw InputError(std::string(e.what()) + "; the first line is neither numbers nor a header");
  }
}

}  // namespace

CsvInfo read_csv_info(const std::string& path) {
  CsvInfo info;
  TextLines lines(path);
  if (!lines.next()) throw InputError(path + ": no row of numbers");
  const auto first = fields_of(lines.text(), Separator::comma);
  info.header = is_header(first);
  if (info.header && !lines.next()) throw InputError(path + ": no row of numbers behind the header");
  info.columns = columns_of(lines);
  if (!info.header) require_numbers(lines);
  if (info.header && info.columns != std::ssize(first))
    throw InputError(lines.where() + std::to_string(info.columns) + " columns; the header has " +
                     std::to_string(first.size()));
  do ++info.rows;
  while (lines.next());
  return info;
}

template <class Real>
std::vector<Real> read_csv_rows(const std::string& path, const CsvInfo& info, Range rows) {
  std::vector<Real> values;
  // A number and what ends it take two bytes or more: a ragged table is refused before it is paid for.
  const std::int64_t most = InputFile(path).bytes() / 2 + 1;
  values.reserve(static_cast<std::size_t>(std::min(rows.count * info.columns, most)));
  TextLines lines(path);
  if (info.header) lines.next();
  for (std::int64_t row = 0; row < rows.end(); ++row) {
    if (!lines.next())
      throw InputError(path + ": " + std::to_string(row) + " rows; expected " + std::to_string(rows.end()));
    if (row >= rows.first) take_row(lines, info.columns, values);
  }
  return values;
}

template std::vector<float> read_csv_rows(const std::string&, const CsvInfo&, Range);
template std::vector<double> read_csv_rows(const std::string&, const CsvInfo&, Range);

}  // namespace uneven::data
