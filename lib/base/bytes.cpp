// SPDX-License-Identifier: MIT
#include "base/bytes.hpp"

#include <cctype>
#include <cmath>
#include <cstdio>
#include <utility>

#include "base/error.hpp"
#include "base/list.hpp"
#include "base/number.hpp"

namespace uneven {

namespace {

constexpr std::pair<const char*, double> byte_units[] = {
    {"tib", 0x1p40}, {"gib", 0x1p30}, {"mib", 0x1p20}, {"kib", 0x1p10}, {"tb", 1e12},
    {"gb", 1e9},     {"mb", 1e6},     {"kb", 1e3},     {"b", 1},
};

std::string lower(std::string_view text) {
  std::string result;
  for (const unsigned char c : text) result += static_cast<char>(std::tolower(c));
  return result;
}

}  // namespace

double parse_bytes(std::string_view text, const std::string& what) {
  const std::size_t unit_at = text.find_first_not_of("0123456789.eE+");
  std::string_view number = text.substr(0, unit_at);
  while (number.ends_with(' ')) number.remove_suffix(1);
  double factor = unit_at == text.npos ? 1 : 0;
  if (unit_at != text.npos) {
    std::string_view unit = text.substr(unit_at);
    while (unit.starts_with(' ')) unit.remove_prefix(1);
    const std::string name = lower(unit);
    for (const auto& [known, bytes] : byte_units)
      if (name == known) factor = bytes;
  }
  double bytes = 0;
  try {
    bytes = factor * parse_number(number, what);
  } catch (const UsageError&) {
  }
  if (!(bytes > 0) || !std::isfinite(bytes))
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

}  // namespace uneven
