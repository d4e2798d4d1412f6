// SPDX-License-Identifier: MIT
#include "draw/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "draw/text.hpp"

namespace uneven::draw {

namespace {

/// U+FFFE and U+FFFF are UTF-8 but not XML.
bool is_no_xml(std::string_view character) { return character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF"; }

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (const auto& character : characters(printable(text, false))) {
    if (character == "&")
      result += "&amp;";
    else if (character == "<")
      result += "&lt;";
    else if (character == ">")
      result += "&gt;";
    else if (character == "\"")
      result += "&quot;";
    else
      result += is_no_xml(character) ? "?" : character;
  }
  return result;
}

std::string number(double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.4f", value);
  std::string result = buffer;
  result.erase(result.find_last_not_of('0') + 1);
  if (result.back() == '.') result.pop_back();
  return result == "-0" ? "0" : result;
}

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + escaped(value) + "\"";
}

Svg::Svg(double width, double height, std::string_view title) : width_(width), height_(height), title_(title) {}

void Svg::extend(double width, double height) {
  width_ = std::max(width_, width);
  height_ = std::max(height_, height);
}

void Svg::heading(double x) {
  constexpr double baseline = 26, letter = 9, margin = 20;  // pixels
  text(x, baseline, title_, " font-size=\"15\" font-weight=\"bold\"");
  extend(x + letter * length(title_) + margin, 0);
}

void Svg::element(std::string_view start, std::string_view style, std::string_view title) {
  const std::string name(start.substr(0, start.find(' ')));
  body_ += "<" + std::string(start) + std::string(style);
  body_ += title.empty() ? "/>\n" : "><title>" + escaped(title) + "</title></" + name + ">\n";
}

void Svg::rectangle(double x, double y, double width, double height, std::string_view style, std::string_view title) {
  element("rect" + attribute("x", number(x)) + attribute("y", number(y)) + attribute("width", number(width)) +
              attribute("height", number(height)),
          style, title);
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view style, std::string_view title) {
  element("line" + attribute("x1", number(x1)) + attribute("y1", number(y1)) + attribute("x2", number(x2)) +
              attribute("y2", number(y2)),
          style, title);
}

void Svg::text(double x, double y, std::string_view text, std::string_view style) {
  body_ += "<text" + attribute("x", number(x)) + attribute("y", number(y)) + std::string(style) + ">" + escaped(text) +
           "</text>\n";
}

std::string Svg::str() const {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"" +
         attribute("width", number(width_)) + attribute("height", number(height_)) +
         attribute("viewBox", "0 0 " + number(width_) + " " + number(height_)) +
         " font-family=\"sans-serif\" font-size=\"12\">\n<title>" + escaped(title_) +
         "</title>\n<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" "
         "markerHeight=\"7\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" fill=\"#444444\"/></marker></defs>\n"
         "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" +
         body_ + "</svg>\n";
}

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
