// SPDX-License-Identifier: MIT
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/tool.hpp"

namespace uneven {

namespace {

std::string complaint(const std::string& text, const std::string& expected) {
  return "'" + shown(text) + "' is not " + expected;
}

Check check_number(const std::string& expected, const std::function<bool(double)>& holds) {
  return [=](const std::string& text) -> std::string {
    try {
      const double value = parse_number(text, "");
      // No document holds the zero that has a sign.
      return holds(value) && (value != 0 || !std::signbit(value)) ? "" : complaint(text, expected);
    } catch (const UsageError&) {
      return complaint(text, expected);
    }
  };
}

}  // namespace

Check positive_number() {
  return check_number("a finite number > 0", [](double value) { return value > 0; });
}

Check number_from(double least, double limit) {
  const bool open = limit == std::numeric_limits<double>::infinity();
  return check_number(open ? "a finite number >= " + shortest(least)
                           : "a number from " + shortest(least) + " to below " + shortest(limit),
                      [=](double value) { return value >= least && value < limit; });
}

Check integer_from(std::int64_t least, std::int64_t most) {
  const bool open = most == largest_in_json;
  const std::string range = "an integer from " + std::to_string(least) + " to " + std::to_string(most);
  const std::string expected = open ? "an integer >= " + std::to_string(least) : range;
  return [=](const std::string& text) -> std::string {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range && end == text.data() + text.size() && text[0] != '-') value = most + 1;
    if (value > most) return complaint(text, range);
    // CLI11 reads the text once more, and 010 as eight.
    return std::to_string(value) == text && value >= least ? "" : complaint(text, expected);
  };
}

}  // namespace uneven
