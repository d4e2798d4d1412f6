#include "base/number_checks.hpp"

#include <charconv>
#include <functional>

#include "base/error.hpp"
#include "base/number.hpp"

namespace uneven {

namespace {

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

CLI::Validator integer_from(std::int64_t least, std::int64_t most) {
  const std::string expected = most == largest_in_json
                                   ? "an integer >= " + std::to_string(least)
                                   : "an integer from " + std::to_string(least) + " to " + std::to_string(most);
  return check(expected, [=](const std::string& text) {
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    // CLI11 reads the text once more, and 010 as eight.
    return std::to_string(value) == text && value >= least && value <= most;
  });
}

}  // namespace uneven
