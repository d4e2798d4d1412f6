// SPDX-License-Identifier: MIT
#include "data/table.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/text.hpp"
#include "data/file.hpp"

namespace uneven::data {

namespace {

std::int64_t rows_of_npy(const std::string& path) {
  const NpyHeader header = read_npy_header(path);
  if (header.shape.empty() || header.shape.size() > 2 || header.elements() == 0)
    throw InputError(path + ": an array of " + std::to_string(header.shape.size()) + " dimensions and " +
                     std::to_string(header.elements()) + " numbers; expected 1 or 2 and some");
  return header.rows();
}

std::int64_t rows_of_csv(const std::string& path) {
  const CsvInfo info = read_csv_info(path);
  read_csv_rows<double>(path, info, {0, 1});
  return info.rows;
}

}  // namespace

TableInfo read_table_info(const std::string& path) {
  return {is_npy(path) ? rows_of_npy(path) : rows_of_csv(path),
          static_cast<std::int64_t>(std::filesystem::file_size(path))};
}

TableInfo read_line_info(const std::string& path) {
  InputFile file(path);
  TableInfo info{0, file.bytes()};
  std::string part(std::size_t{1} << 20, '\0');
  char last = '\n';
  for (std::int64_t at = 0; at < info.bytes; at += std::ssize(part)) {
    part.resize(static_cast<std::size_t>(std::min(std::ssize(part), info.bytes - at)));
    file.read(at, std::ssize(part), part.data());
    info.rows += std::ranges::count(part, '\n');
    last = part.back();
  }
  if (last != '\n') ++info.rows;
  return info;
}

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

namespace {

constexpr std::string_view blanks = " \t";

/// Bytes of the field in quotation marks that `text` begins with; the whole text if they do not end.
std::size_t quoted_length(std::string_view text) {
  std::size_t end = text.find('"', 1);
  while (end != text.npos && text.substr(end + 1).starts_with('"')) end = text.find('"', end + 2);
  return end == text.npos ? text.size() : end + 1;
}

std::vector<std::string_view> between_commas(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    const std::size_t comma = line.find(',', line.starts_with('"') ? quoted_length(line) : 0);
    fields.push_back(trimmed(line.substr(0, comma)));
    if (comma == line.npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

std::vector<std::string_view> between_tabs(std::string_view line) {
  std::vector<std::string_view> fields;
  for (std::size_t tab; (tab = line.find('\t')) != line.npos; line.remove_prefix(tab + 1))
    fields.push_back(line.substr(0, tab));
  fields.push_back(line);
  return fields;
}

std::vector<std::string_view> between_blanks(std::string_view line) {
  std::vector<std::string_view> fields;
  line = trimmed(line);
  for (std::size_t end; (end = line.find_first_of(blanks)) != line.npos; line = trimmed(line.substr(end)))
    fields.push_back(line.substr(0, end));
  fields.push_back(line);
  return fields;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

bool is_quoted(std::string_view field) { return field.size() >= 2 && field.front() == '"' && field.back() == '"'; }

std::string_view unquoted(std::string_view field) {
  return is_quoted(field) ? trimmed(field.substr(1, field.size() - 2)) : field;
}

bool reads_like_number(std::string_view field) {
  std::string text = lower(unquoted(field));
  if (text.starts_with('+')) text.erase(0, 1);
  if (text.starts_with("0x") || text.starts_with("-0x")) return true;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error != std::errc::invalid_argument && end == text.data() + text.size();
}

bool stands_for_missing(std::string_view field) {
  constexpr std::array<std::string_view, 4> words{"na", "n/a", "null", "none"};
  return std::ranges::find(words, lower(unquoted(field))) != words.end();
}

/// Takes a character off `text`. @return  whether it is a letter of any script; a byte of an encoding of 8 bits counts.
bool take_letter(std::string_view& text) {
  utf8proc_int32_t point = -1;
  const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                       static_cast<utf8proc_ssize_t>(text.size()), &point);
  text.remove_prefix(length > 0 ? static_cast<std::size_t>(length) : 1);
  if (length <= 0) return true;
  const auto category = utf8proc_category(point);
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

bool is_word(std::string_view field) {
  if (field.empty() || stands_for_missing(field)) return false;
  if (!is_quoted(field)) return field.front() == '_' || take_letter(field);
  field = unquoted(field);
  while (!field.empty())
    if (take_letter(field)) return true;
  return false;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::optional<double> decimal(std::string_view field) {
  // std::from_chars knows no plus sign.
  if (field.starts_with('+') && !field.starts_with("+-")) field.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error == std::errc::invalid_argument || end != field.data() + field.size()) return std::nullopt;
  // Too near to 0 is 0, which std::from_chars does not tell from too large.
  if (error == std::errc::result_out_of_range) return std::strtod(std::string(field).c_str(), nullptr);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::vector<std::string_view> fields_of(std::string_view line, Separator separator) {
  if (separator == Separator::comma) return between_commas(line);
  return separator == Separator::tab ? between_tabs(line) : between_blanks(line);
}

bool is_header(const std::vector<std::string_view>& fields) {
  return std::ranges::none_of(fields, [](auto field) { return unquoted(field).empty() || reads_like_number(field); }) &&
         std::ranges::any_of(fields, is_word);
}

}  // namespace uneven::data
