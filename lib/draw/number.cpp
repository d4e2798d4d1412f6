#include "draw/number.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace uneven::draw {
namespace {

constexpr double most_counted = 1e18;  ///< greater numbers have more digits than a reader takes in

std::string formatted(const char* format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

/// Three significant digits and the prefix of the power of 1000 below.
std::string prefixed(double value, const char* separator) {
  static constexpr const char* prefix[] = {"p", "n", "u", "m", "", "k", "M", "G", "T", "P", "E"};
  if (value == 0 || !std::isfinite(value)) return formatted("%g", value) + separator;
  // Rounding first, so that 999.9996 becomes 1k and not 1e+03.
  const double rounded = std::strtod(formatted("%.2e", value).c_str(), nullptr);
  const int power = static_cast<int>(std::floor(std::log10(std::abs(rounded)) / 3 + 1e-9));
  if (power < -4 || power > 6) return formatted("%.3g", value) + separator;
  return formatted("%.3g", rounded / std::pow(1000.0, power)) + separator + prefix[power + 4];
}

}  // namespace

std::string short_number(double value) {
  const double size = std::abs(value);
  if (size >= 1e-3 && size < 1e4) return formatted(size < 1000 ? "%.3g" : "%.0f", value);
  return prefixed(value, "");
}

std::string whole(double value) {
  if (!(std::abs(value) < most_counted)) return formatted("%.3g", value);
  std::string digits = formatted("%.0f", value);
  const std::size_t first = digits[0] == '-' ? 1 : 0;
  for (std::size_t i = digits.size(); i > first + 3;) digits.insert(i -= 3, 1, ',');
  return digits;
}

std::string percent(double share) { return formatted("%.1f %%", 100 * share); }

std::string quantity(double value, const std::string& unit) { return prefixed(value, " ") + unit; }

std::string counted(std::size_t count, const std::string& thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

std::string span(const document::Range& range) {
  if (range.count <= 0) return "none";
  if (range.count == 1) return std::to_string(range.first);
  return std::to_string(range.first) + "-" + std::to_string(range.end() - 1);
}

}  // namespace uneven::draw
