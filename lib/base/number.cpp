// SPDX-License-Identifier: MIT
#include "base/number.hpp"

#include <charconv>
#include <cmath>

#include "base/error.hpp"

namespace uneven {

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

double finite(double value, const std::string& what) {
  if (!std::isfinite(value)) throw InputError(what + ": larger than any number; expected less extreme times or speeds");
  return value;
}

}  // namespace uneven
