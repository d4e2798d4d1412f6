// SPDX-License-Identifier: MIT
#include "base/list.hpp"

#include <charconv>

#include "base/error.hpp"
#include "base/number.hpp"

namespace uneven {

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

}  // namespace uneven
