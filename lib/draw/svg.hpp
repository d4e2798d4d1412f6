// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace uneven::draw {

/// Text as XML content or attribute: markup escaped, characters that XML forbids replaced by '?'.
std::string escaped(std::string_view text);

/// A coordinate or length: at most four digits after the point, no exponent.
std::string number(double value);

/// name="value" with a blank before, for the `style` arguments below.
std::string attribute(std::string_view name, std::string_view value);

/// A picture of `width` x `height` pixels on white. Lengths in pixels, y downwards; every function appends one element.
class Svg {
 public:
  Svg(double width, double height, std::string_view title);

  double width() const { return width_; }
  double height() const { return height_; }

  /// From now on at least as large.
  void extend(double width, double height);

  /// The title in bold letters at the top, from `x` on; the picture grows if it is longer.
  void heading(double x);

  /// `title`, if any, appears when the pointer rests on the element.
  void rectangle(double x, double y, double width, double height, std::string_view style, std::string_view title = "");
  void line(double x1, double y1, double x2, double y2, std::string_view style, std::string_view title = "");
  void text(double x, double y, std::string_view text, std::string_view style = "");

  /// The whole document.
  std::string str() const;
  operator std::string() const { return str(); }

 private:
  void element(std::string_view start, std::string_view style, std::string_view title);
  double width_, height_;
  std::string title_, body_;
};

/// "#rrggbb" for a value between 0 and 1, pale for 0 and dark for 1; told apart by lightness alone, so that
/// colour-blind readers and grey printers lose nothing. The colours are those of ColorBrewer's YlGnBu.
std::string shade(double value);

/// Black or white, whichever is read better on shade(value).
std::string ink(double value);

/// Three kinds of time, from the palette of Okabe and Ito.
constexpr const char* compute_colour = "#0072b2";
constexpr const char* communicate_colour = "#e69f00";
constexpr const char* wait_colour = "#d9d9d9";

}  // namespace uneven::draw
