// SPDX-License-Identifier: MIT
#include "base/text.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>

#include "base/error.hpp"

namespace uneven {

namespace {

constexpr std::size_t longest_guessed = 64;  // bytes of a word that may be meant for a known name

/// Insertions, deletions and changes that turn `a` into `b` (Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j)
      diagonal = std::exchange(row[j + 1], std::min({row[j] + 1, row[j + 1] + 1, diagonal + (a[i] != b[j])}));
  }
  return row.back();
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& names) {
  if (word.size() > longest_guessed) return "";
  std::string best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 2) + 1;
  for (const std::string& name : names)
    if (const std::size_t distance = edit_distance(word, name); distance < least) {
      least = distance;
      best = name;
    }
  return best;
}

namespace {

[[noreturn]] void refuse(std::string_view text, const std::string& what, const std::string& expected) {
  throw UsageError(what + ": '" + std::string(text) + "' is not " + expected);
}

}  // namespace

double parse_number(std::string_view text, const std::string& what) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    refuse(text, what, "a finite decimal number");
  return value;
}

double parse_positive(std::string_view text, const std::string& what) {
  const double value = parse_number(text, what);
  if (!(value > 0)) refuse(text, what, "a finite number > 0");
  return value;
}

std::string shortest(double value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return error == std::errc() ? std::string(buffer, end) : std::string();
}

std::string lower_case(std::string_view text) {
  std::string result;
  for (const unsigned char c : text) result += static_cast<char>(std::tolower(c));
  return result;
}

double finite(double value, const std::string& what) {
  if (!std::isfinite(value)) throw InputError(what + ": larger than any number; expected less extreme times or speeds");
  return value;
}

namespace {

constexpr std::pair<const char*, double> byte_units[] = {
    {"tib", 0x1p40}, {"gib", 0x1p30}, {"mib", 0x1p20}, {"kib", 0x1p10}, {"tb", 1e12},
    {"gb", 1e9},     {"mb", 1e6},     {"kb", 1e3},     {"b", 1},
};

}  // namespace

double parse_bytes(std::string_view text, const std::string& what) {
  const std::size_t unit_at = text.find_first_not_of("0123456789.eE+");
  std::string_view number = text.substr(0, unit_at);
  while (number.ends_with(' ')) number.remove_suffix(1);
  double factor = unit_at == text.npos ? 1 : 0;
  if (unit_at != text.npos) {
    std::string_view unit = text.substr(unit_at);
    while (unit.starts_with(' ')) unit.remove_prefix(1);
    const std::string name = lower_case(unit);
    for (const auto& [known, bytes] : byte_units)
      if (name == known) factor = bytes;
  }
  double bytes = 0;
  try {
    bytes = factor * parse_number(number, what);
  } catch (const UsageError&) {
  }
  if (bytes >= 0x1p53) throw UsageError(what + ": '" + std::string(text) + "' is more than 2^53 - 1 bytes");
  if (!(bytes > 0))
    throw UsageError(what + ": '" + std::string(text) + "' is no number of bytes > 0, such as 16GB, 512MiB or 4096");
  return bytes;
}

std::vector<double> parse_bytes_list(std::string_view text, const std::string& what) {
  return parse_list(text, what, "bytes such as 16GB,8*24GB", parse_bytes);
}

std::string bytes_text(double bytes) {
  for (const auto& [name, size] : {std::pair{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}})
    if (bytes >= size) {
      char buffer[32];
      std::snprintf(buffer, sizeof buffer, "%.3g %s", bytes / size, name);
      return buffer;
    }
  return shortest(bytes) + " B";
}

namespace {

constexpr std::size_t longest_list = 100'000'000;

std::size_t parse_repeat(std::string_view text, std::string_view item, const std::string& what) {
  std::size_t repeat = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), repeat);
  if (error != std::errc() || end != text.data() + text.size() || repeat == 0 || repeat > longest_list)
    throw UsageError(what + ": '" + std::string(item) + "' is not a repeated value such as 4*1.5");
  return repeat;
}

}  // namespace

std::vector<double> parse_list(std::string_view text, const std::string& what, const std::string& example,
                               double parse(std::string_view, const std::string&)) {
  std::vector<double> values;
  for (;;) {
    const std::size_t comma = text.find(',');
    const std::string_view item = text.substr(0, comma);
    if (item.empty()) throw UsageError(what + ": has an empty item; expected " + example);
    const std::size_t star = item.find('*');
    const std::size_t repeat = star == item.npos ? 1 : parse_repeat(item.substr(0, star), item, what);
    const double value = parse(star == item.npos ? item : item.substr(star + 1), what);
    if (values.size() + repeat > longest_list) throw UsageError(what + ": has more than 10^8 items");
    values.insert(values.end(), repeat, value);
    if (comma == text.npos) return values;
    text.remove_prefix(comma + 1);
  }
}

std::vector<double> parse_positive_list(std::string_view text, const std::string& what) {
  return parse_list(text, what, "numbers such as 4*1.0,0.5", parse_positive);
}

std::string fitting(std::string_view line, int columns) {
  std::size_t end = 0;
  while (end < line.size()) {
    utf8proc_int32_t point = -1;
    const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(line.data() + end),
                                         static_cast<utf8proc_ssize_t>(line.size() - end), &point);
    if (length <= 0 || (columns -= utf8proc_charwidth(point)) < 0) break;
    end += static_cast<std::size_t>(length);
  }
  return std::string(line.substr(0, end));
}

namespace {

/// The controls of writing direction, which change how the rest of a line reads.
bool is_direction_control(utf8proc_int32_t point) {
  return point == 0x061C || point == 0x200E || point == 0x200F || (point >= 0x202A && point <= 0x202E) ||
         (point >= 0x2066 && point <= 0x2069);
}

bool is_unsafe(utf8proc_int32_t point) {
  const utf8proc_category_t category = utf8proc_category(point);
  return category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP ||
         is_direction_control(point);
}

std::string escape(const char* format, unsigned value) {
  char text[16];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string escaped(utf8proc_int32_t point) {
  switch (point) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return escape(point < 0x80 ? "\\x%02x" : "\\u%04x", static_cast<unsigned>(point));
  }
}

/// Takes one character off `text`.
std::string take_character(std::string_view& text) {
  utf8proc_int32_t point = -1;
  const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                       static_cast<utf8proc_ssize_t>(text.size()), &point);
  const std::string_view bytes = text.substr(0, length > 0 ? static_cast<std::size_t>(length) : 1);
  text.remove_prefix(bytes.size());
  if (length <= 0) return escape("\\x%02x", static_cast<unsigned char>(bytes[0]));
  return is_unsafe(point) ? escaped(point) : std::string(bytes);
}

bool data_hidden = false;

}  // namespace

std::string cleaned(std::string_view text) { return shown(text, std::string_view::npos); }

std::string shown(std::string_view text, std::size_t most) {
  std::string safe;
  for (std::size_t characters = 0; !text.empty(); ++characters) {
    if (characters == most) return safe + "...";
    safe += take_character(text);
  }
  return safe;
}

std::string shown_data(std::string_view text, std::size_t most) { return data_hidden ? "..." : shown(text, most); }

void hide_data(bool hidden) { data_hidden = hidden; }

}  // namespace uneven
