#include "draw/colour.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace uneven::draw {
namespace {

using Rgb = std::array<double, 3>;

Rgb mixed(double value) {
  static constexpr std::array<Rgb, 7> stops{{{255, 255, 217},
                                             {237, 248, 177},
                                             {199, 233, 180},
                                             {127, 205, 187},
                                             {65, 182, 196},
                                             {29, 145, 192},
                                             {34, 94, 168}}};
  const double place = std::clamp(value, 0.0, 1.0) * (stops.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(place), stops.size() - 2);
  const double part = place - static_cast<double>(below);
  Rgb result{};
  for (std::size_t i = 0; i < 3; ++i) result[i] = (1 - part) * stops[below][i] + part * stops[below + 1][i];
  return result;
}

}  // namespace

std::string shade(double value) {
  const Rgb colour = mixed(value);
  char buffer[8];
  std::snprintf(buffer, sizeof buffer, "#%02x%02x%02x", static_cast<unsigned>(std::lround(colour[0])) & 255U,
                static_cast<unsigned>(std::lround(colour[1])) & 255U,
                static_cast<unsigned>(std::lround(colour[2])) & 255U);
  return buffer;
}

std::string ink(double value) {
  const Rgb colour = mixed(value);
  const double lightness =
      0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2];  // luma, ITU-R BT.601; at 110 both contrasts are alike
  return lightness > 110 ? "#000000" : "#ffffff";
}

}  // namespace uneven::draw
