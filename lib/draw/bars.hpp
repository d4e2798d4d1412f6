// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "draw/text.hpp"

namespace uneven::draw {

/// One line of a bar chart: a processor.
struct Bar {
  std::string label;
  std::vector<double> parts;  ///< lengths of the stacked parts, each >= 0
  std::string value;          ///< behind the bar
  std::string hover;
};

/// Horizontal bars to one scale.
struct Bars {
  std::vector<std::string> kinds;  ///< names of the parts, at most three; empty if there is but one
  std::string unit;                ///< of the lengths, for the axis
  std::vector<Bar> bars;
};

/// A bar per line; above 64 bars only the least, the quartiles and the greatest by their first part.
/// Every end of a part lies where its length rounds to (a single part to an eighth of a character, if not ASCII).
std::string text(const Bars& bars, TextOptions options);

/// All bars, with an axis, and a legend if they have several parts.
std::string svg(const Bars& bars, const std::string& title);

}  // namespace uneven::draw
