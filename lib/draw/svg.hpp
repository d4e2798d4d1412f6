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

  /// `title`, if any, appears when the pointer rests on the element.
  void rectangle(double x, double y, double width, double height, std::string_view style, std::string_view title = "");
  void line(double x1, double y1, double x2, double y2, std::string_view style, std::string_view title = "");
  void text(double x, double y, std::string_view text, std::string_view style = "");

  /// The whole document.
  std::string str() const;

 private:
  void element(std::string_view start, std::string_view style, std::string_view title);
  std::string body_;
};

}  // namespace uneven::draw
