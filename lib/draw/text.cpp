// SPDX-License-Identifier: MIT
#include "draw/text.hpp"

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "base/text.hpp"
#include "base/text_stream.hpp"

namespace uneven::draw {

namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::string blanks(int count) { return std::string(static_cast<std::size_t>(std::max(count, 0)), ' '); }

}  // namespace

std::vector<std::string> characters(std::string_view text) {
  std::vector<std::string> result;
  for (const char c : text) {
    if (continues(c) && !result.empty())
      result.back() += c;
    else
      result.emplace_back(1, c);
  }
  return result;
}

int length(std::string_view text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

std::string printable(std::string_view text, bool ascii) {
  std::string result;
  for (const auto& character : characters(text)) {
    const bool harmless =
        cleaned(character) == character && !(ascii && static_cast<unsigned char>(character[0]) >= 0x80);
    result += harmless ? character : "?";
  }
  return result;
}

std::string clip(std::string_view text, int width) {
  if (length(text) <= width) return std::string(text);
  std::string result;
  const auto all = characters(text);
  for (int i = 0; i + 1 < width; ++i) result += all[static_cast<std::size_t>(i)];
  return width > 0 ? result + "~" : result;
}

std::string pad_left(std::string_view text, int width) { return blanks(width - length(text)) + std::string(text); }

std::string pad_right(std::string_view text, int width) { return std::string(text) + blanks(width - length(text)); }

std::string wrap(std::string_view text, int width, int indent) {
  InputText words{std::string(text)};
  std::string result, line, word;
  while (words >> word) {
    if (!line.empty() && length(line) + 1 + length(word) > width) {
      result += line + "\n";
      line = blanks(indent) + clip(word, width - indent);
    } else {
      line += (line.empty() ? "" : " ") + clip(word, width);
    }
  }
  return result + line + "\n";
}

namespace {

int width() {
  const char* columns = std::getenv("COLUMNS");
  if (const long given = columns ? std::strtol(columns, nullptr, 10) : 0; given > 0)
    return static_cast<int>(std::min(given, 10000L));
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

}  // namespace

TextOptions terminal_options() {
  std::setlocale(LC_CTYPE, "");
  return {std::max(width(), narrowest), std::string_view(::nl_langinfo(CODESET)) != "UTF-8"};
}

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

AxisUnit axis_unit(const std::string& unit, double longest) {
  if (unit != "s" && !unit.starts_with("s ")) return {unit};
  // The prefix of the longest, as quantity() writes it; beyond all prefixes there is none.
  const std::string text = prefixed(longest, " ");
  const std::string prefix = text.substr(text.find(' ') + 1);
  static constexpr std::string_view below = "pnum";
  const auto at = prefix.empty() ? std::string_view::npos : below.find(prefix[0]);
  if (at == std::string_view::npos) return {unit};
  return {prefix + unit, std::pow(1000.0, static_cast<double>(at) - 4)};
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
