#include "base/number_checks.hpp"

#include <charconv>
#include <functional>

#include "base/error.hpp"
#include "base/number.hpp"

namespace uneven {

namespace {

constexpr std::int64_t largest_in_json = 9007199254740991;

CLI::Validator check(const std::string& expected, const std::function<bool(const std::string&)>& holds) {
  const auto complaint = [=](const std::string& text) {
    return holds(text) ? std::string() : "'" + text + "' is not " + expected;
  };
  return CLI::Validator(complaint, "");
}

CLI::Validator check_number(const std::string& expected, const std::function<bool(double)>& holds) {
  return check(expected, [=](const std::string& text) {
    try {
      return holds(parse_number(text, ""));
    } catch (const UsageError&) {
      return false;
    }
  });
}

}  // namespace

CLI::Validator positive_number() {
  return check_number("a finite number > 0", [](double value) { return value > 0; });
}

CLI::Validator number_from(double least, double limit) {
  const bool open = limit == std::numeric_limits<double>::infinity();
  return check_number(open ? "a finite number >= " + shortest(least)
                           : "a number from " + shortest(least) + " to below " + shortest(limit),
                      [=](double value) { return value >= least && value < limit; });
}

CLI::Validator integer_from(std::int64_t least) {
  return check("an integer >= " + std::to_string(least), [=](const std::string& text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && value >= least && value <= largest_in_json;
  });
}

}  // namespace uneven
