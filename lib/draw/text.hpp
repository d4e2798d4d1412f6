// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "document/common.hpp"

namespace uneven::draw {

/// Where a text picture goes: its width in characters, and whether only ASCII may be used.
struct TextOptions {
  int width = 80;
  bool ascii = false;
};

/// Pictures are whole from this width on, in characters.
constexpr int narrowest = 40;

/// Above this many processors a text picture is a summary.
constexpr std::size_t summary_above = 64;

/// The characters of UTF-8 text, one string each.
std::vector<std::string> characters(std::string_view text);

/// How many characters UTF-8 text has; wide ones count once.
int length(std::string_view text);

/// Text from a document made harmless for a terminal: what cleaned() would escape, and beyond ASCII if asked, becomes
/// '?'.
std::string printable(std::string_view text, bool ascii);

/// At most `width` characters; a '~' marks a cut.
std::string clip(std::string_view text, int width);

/// Blanks before or after, up to `width` characters.
std::string pad_left(std::string_view text, int width);
std::string pad_right(std::string_view text, int width);

/// Lines of at most `width` characters, broken at blanks, the later ones indented; ends in a newline.
std::string wrap(std::string_view text, int width, int indent = 2);

/// From the environment: COLUMNS, else the width of the terminal on standard output, else 80;
/// ASCII unless the locale is UTF-8. At least 40 characters wide. Sets the process's character locale.
TextOptions terminal_options();

/// Sums and quotients of what a document holds may be beyond a double, so that some of these take more.

/// Three significant digits with a prefix where it shortens: 0.25, 810M, 1.2G, 8n.
std::string short_number(long double value);

/// Rounded to a whole number, with commas: 73,914.
std::string whole(double value);

/// 35.1 %.
std::string percent(long double share);

/// Three significant digits and a unit with its prefix: 23 ms, 125 MB/s.
std::string quantity(long double value, const std::string& unit);
inline std::string seconds(long double value) { return quantity(value, "s"); }

/// 1 rank, 2 ranks.
std::string counted(std::size_t count, const std::string& thing);

/// First to last: 0-357, or 5 alone; "none" if empty.
std::string span(const document::Range& range);

/// Unit of an axis, so that its numbers are short: of seconds the prefix that suits the longest, "ms" and 1e-3.
struct AxisUnit {
  std::string name;
  double size = 1;  ///< in the unit that was given
};

/// @param unit     "s", alone or before a blank, as in "s of computing"; others stay as they are.
/// @param longest  greatest value on the axis.
AxisUnit axis_unit(const std::string& unit, double longest);

/// Round numbers from 0 to at most `end` for the marks of an axis: at most eight steps of 1, 2 or 5 times a power
/// of 10. `end` must be finite and >= 0.
std::vector<double> marks(double end);

}  // namespace uneven::draw
