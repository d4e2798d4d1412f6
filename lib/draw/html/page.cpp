// SPDX-License-Identifier: MIT
#include "draw/html/page.hpp"

#include <cstdint>
#include <utility>

#include "draw/svg.hpp"
#include "draw/text.hpp"

namespace uneven::draw {
namespace {

constexpr std::size_t most_attached = 4'000'000;  // bytes
constexpr std::size_t fewest_in_contents = 4;     // sections

std::string base64(std::string_view bytes) {
  static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t three = 0;
    for (std::size_t i = 0; i < 3; ++i)
      three = three << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i) result += at + i <= bytes.size() ? digits[three >> (18 - 6 * i) & 63U] : '=';
  }
  return result;
}

void replace(std::string& text, std::string_view what, std::string_view by) {
  if (const auto at = text.find(what); at != std::string::npos) text.replace(at, what.size(), by);
}

}  // namespace

Page::Page(std::string kind, std::string title) : kind_(std::move(kind)), title_(std::move(title)) {
  if (!title_.empty() && title_[0] >= 'a' && title_[0] <= 'z') title_[0] = static_cast<char>(title_[0] - 'a' + 'A');
}

void Page::lead(std::string_view sentence) { lead_ += "<p class=\"lead\">" + escaped(sentence) + "</p>\n"; }

void Page::fact(std::string_view name, std::string_view value, std::string_view remark) {
  facts_ += "<div><dt>" + escaped(name) + "</dt><dd>" + escaped(value) +
            (remark.empty() ? "" : "<small>" + escaped(remark) + "</small>") + "</dd></div>\n";
}

void Page::section(const std::string& id, const std::string& heading, const std::string& html) {
  if (html.empty()) return;
  ++sections_;
  contents_ += "<li><a href=\"#" + id + "\">" + escaped(heading) + "</a></li>\n";
  body_ += "<section aria-labelledby=\"" + id + "\">\n<h2 id=\"" + id + "\">" + escaped(heading) + "</h2>\n" + html +
           "</section>\n";
}

void Page::attach(const std::string& json, const std::string& file_name) {
  const std::string size = quantity(static_cast<long double>(json.size()), "B");
  attached_ = json.size() > most_attached
                  ? "The document has " + escaped(size) + " and is not part of this page."
                  : "<a download=\"" + escaped(file_name) + "\" href=\"data:application/json;base64," + base64(json) +
                        "\">Download the document</a> (JSON, " + escaped(size) + ").";
}

std::string Page::str() const {
  const std::string contents =
      sections_ < fewest_in_contents ? "" : "<nav aria-label=\"Contents\"><ul>\n" + contents_ + "</ul></nav>\n";
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
         "script-src 'sha256-" +
         std::string(page_script_sha256) +
         "'; base-uri 'none'; form-action 'none'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
         escaped(title_) + "</title>\n<style>" + page_style +
         "</style>\n</head>\n<body>\n<header>\n<p class=\"kind\">" + escaped(kind_) + "</p>\n<h1>" + escaped(title_) +
         "</h1>\n" + lead_ + "</header>\n<main>\n" +
         (facts_.empty() ? "" : "<dl class=\"facts\">\n" + facts_ + "</dl>\n") + contents + body_ +
         "</main>\n<footer><p>Drawn by show-plan of uneven " UNEVEN_VERSION ". " + attached_ +
         "</p></footer>\n<div id=\"tip\" role=\"status\" hidden></div>\n<script>" + page_script +
         "</script>\n</body>\n</html>\n";
}

std::string html_paragraph(std::string_view text) { return "<p>" + escaped(text) + "</p>\n"; }

std::string html_list(const std::vector<std::string>& lines) {
  std::string items;
  for (const std::string& line : lines) items += "<li>" + escaped(line) + "</li>\n";
  return items.empty() ? "" : "<ul>\n" + items + "</ul>\n";
}

std::string inline_picture(const std::string& svg, std::string_view label) {
  constexpr double title_height = 36;  // pixels
  std::string inside = svg.substr(svg.find("<svg"));
  replace(inside, " xmlns=\"http://www.w3.org/2000/svg\"", "");
  // The first title would be the tooltip of the whole picture.
  const auto title = inside.find("<title>"), end = inside.find("</title>") + 8;
  inside.erase(title, end - title);
  const auto box = inside.find("viewBox=\"0 0 ") + 13, blank = inside.find(' ', box), close = inside.find('"', box);
  const double height = std::stod(inside.substr(blank + 1, close - blank - 1)) - title_height;
  const std::string size = inside.substr(box, blank - box) + " " + number(height);
  inside.erase(0, inside.find('>') + 1);
  return "<div class=\"picture scroll tips\" tabindex=\"0\" role=\"group\"" + attribute("aria-label", label) +
         ">\n<svg class=\"plan\" viewBox=\"0 " + number(title_height) + " " + size + "\" role=\"img\"" +
         attribute("aria-label", label) + ">" + inside + "</div>\n";
}

}  // namespace uneven::draw
