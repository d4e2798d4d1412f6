// SPDX-License-Identifier: MIT
#include "data/text/fields.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace uneven::data {

namespace {

constexpr std::string_view blanks = " \t";

/// Bytes of the field in quotation marks that `text` begins with; the whole text if they do not end.
std::size_t quoted_length(std::string_view text) {
  std::size_t end = text.find('"', 1);
  while (end != text.npos && text.substr(end + 1).starts_with('"')) end = text.find('"', end + 2);
  return end == text.npos ? text.size() : end + 1;
}

std::vector<std::string_view> between(char separator, std::string_view line) {
  std::vector<std::string_view> fields;
  for (bool more = true; more;) fields.push_back(take_field(line, separator, more));
  return fields;
}

std::vector<std::string_view> between_tabs(std::string_view line) {
  std::vector<std::string_view> fields;
  for (std::size_t tab; (tab = line.find('\t')) != line.npos; line.remove_prefix(tab + 1))
    fields.push_back(line.substr(0, tab));
  fields.push_back(line);
  return fields;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

bool is_quoted(std::string_view field) { return field.size() >= 2 && field.front() == '"' && field.back() == '"'; }

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
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view unquoted(std::string_view field) {
  return is_quoted(field) ? trimmed(field.substr(1, field.size() - 2)) : field;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

bool is_missing(std::string_view field) {
  field = unquoted(field);
  return field.empty() || field == "?" || stands_for_missing(field) || lower(field) == "nan";
}

std::string_view take_field(std::string_view& rest, char separator, bool& more) {
  while (!rest.empty() && is_blank(rest.front()) && (separator != '\t' || rest.front() == ' ')) rest.remove_prefix(1);
  const std::size_t from = rest.starts_with('"') ? quoted_length(rest) : 0;
  const bool runs = separator == ' ';
  const std::size_t end = runs ? rest.find_first_of(blanks, from) : rest.find(separator, from);
  const std::string_view field = trimmed(rest.substr(0, end));
  rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
  if (runs) rest = trimmed(rest);
  more = end != rest.npos && (!runs || !rest.empty());
  return field;
}

std::string_view take_field(std::string_view& rest) {
  rest = trimmed(rest);
  const std::string_view field = rest.substr(0, rest.find_first_of(blanks));
  rest.remove_prefix(field.size());
  return field;
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

bool is_whole(std::string_view text, std::int64_t& number) {
  const char* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && after == end && !(number == 0 && text.front() == '-');
}

std::vector<std::string_view> fields_of(std::string_view line, Separator separator) {
  if (separator == Separator::tab) return between_tabs(line);
  return between(separator == Separator::comma ? ',' : ' ', line);
}

bool is_header(const std::vector<std::string_view>& fields) {
  return std::ranges::none_of(fields, [](auto field) { return unquoted(field).empty() || reads_like_number(field); }) &&
         std::ranges::any_of(fields, is_word);
}

}  // namespace uneven::data
