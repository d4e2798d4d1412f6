// SPDX-License-Identifier: MIT
#include "base/number.hpp"

#include <charconv>
#include <cmath>

#include "base/error.hpp"

namespace uneven {

namespace {

constexpr std::size_t longest_list = 100'000'000;

[[noreturn]] void refuse(std::string_view text, const std::string& what, const std::string& expected) {
  throw UsageError(what + ": '" + std::string(text) + "' is not " + expected);
}

std::size_t parse_repeat(std::string_view text, std::string_view item, const std::string& what) {
  std::size_t repeat = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), repeat);
  if (error != std::errc() || end != text.data() + text.size() || repeat == 0 || repeat > longest_list)
    refuse(item, what, "a repeated value such as 4*1.5");
  return repeat;
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

std::vector<double> parse_positive_list(std::string_view text, const std::string& what) {
  std::vector<double> values;
  for (;;) {
    const std::size_t comma = text.find(',');
    const std::string_view item = text.substr(0, comma);
    if (item.empty()) throw UsageError(what + ": has an empty item; expected numbers such as 4*1.0,0.5");
    const std::size_t star = item.find('*');
    const std::size_t repeat = star == item.npos ? 1 : parse_repeat(item.substr(0, star), item, what);
    const double value = parse_positive(star == item.npos ? item : item.substr(star + 1), what);
    if (values.size() + repeat > longest_list) throw UsageError(what + ": has more than 10^8 items");
    values.insert(values.end(), repeat, value);
    if (comma == text.npos) return values;
    text.remove_prefix(comma + 1);
  }
}

std::string shortest(double value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return error == std::errc() ? std::string(buffer, end) : std::string();
}

double finite(double value, const std::string& what) {
  if (!std::isfinite(value)) throw InputError(what + ": larger than any number; expected less extreme times or speeds");
  return value;
}

}  // namespace uneven
