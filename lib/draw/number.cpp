// SPDX-License-Identifier: MIT
#include "draw/number.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace uneven::draw {

namespace {

constexpr double most_counted = 1e18;  ///< greater numbers have more digits than a reader takes in

std::string formatted(const char* format, long double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

/// Three significant digits and the prefix of the power of 1000 below.
std::string prefixed(long double value, const char* separator) {
  static constexpr const char* prefix[] = {"p", "n", "u", "m", "", "k", "M", "G", "T", "P", "E"};
  if (value == 0 || !std::isfinite(value)) return formatted("%Lg", value) + separator;
  // Rounding first, so that 999.9996 becomes 1k and not 1e+03.
  const long double rounded = std::strtold(formatted("%.2Le", value).c_str(), nullptr);
  const int power = static_cast<int>(std::floor(std::log10(std::abs(rounded)) / 3 + 1e-9));
  if (power < -4 || power > 6) return formatted("%.3Lg", value) + separator;
  return formatted("%.3Lg", rounded / std::pow(1000.0L, power)) + separator + prefix[power + 4];
}

}  // namespace

std::string short_number(long double value) {
  const long double size = std::abs(value);
  if (size >= 1e-3 && size < 1e4) return formatted(size < 1000 ? "%.3Lg" : "%.0Lf", value);
  return prefixed(value, "");
}

std::string whole(double value) {
  if (!(std::abs(value) < most_counted)) return formatted("%.3Lg", value);
  std::string digits = formatted("%.0Lf", value);
  const std::size_t first = digits[0] == '-' ? 1 : 0;
  for (std::size_t i = digits.size(); i > first + 3;) digits.insert(i -= 3, 1, ',');
  return digits;
}

std::string percent(long double share) {
  return formatted(std::abs(100 * share) < most_counted ? "%.1Lf %%" : "%.3Lg %%", 100 * share);
}

std::string quantity(long double value, const std::string& unit) { return prefixed(value, " ") + unit; }

std::string counted(std::size_t count, const std::string& thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

std::string span(const document::Range& range) {
  if (range.count <= 0) return "none";
  if (range.count == 1) return std::to_string(range.first);
  return std::to_string(range.first) + "-" + std::to_string(range.end() - 1);
}

std::vector<double> marks(double end) {
  if (!(end > 0)) return {0};
  constexpr double most = 8;
  const double power = std::pow(10, std::floor(std::log10(end / most)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0})
    if (end / (factor * power) <= most) step = factor * power;
  if (!(step > 0) || !std::isfinite(end * most)) return {0};  // a step would be no number
  std::vector<double> result;
  for (int i = 0; i * step <= end * (1 + 1e-12); ++i) result.push_back(i * step);
  return result;
}

}  // namespace uneven::draw
