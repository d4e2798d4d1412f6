// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace uneven::draw {

/// One HTML page that needs no other file: style, script and the document it shows are inside. It can be read without
/// script, in light and dark, from 400 pixels of width, and on paper. Its security policy forbids all loading, and any
/// script but ours.
class Page {
 public:
  /// @param kind   what the page shows, in a word or two.
  /// @param title  in a line.
  Page(std::string kind, std::string title);

  /// A sentence of the result, before everything else. Plain text, as all that is not named HTML.
  void lead(std::string_view sentence);

  /// A number that matters: a name and a value, with a remark below it.
  void fact(std::string_view name, std::string_view value, std::string_view remark = "");

  /// A part of the page, with a heading and an entry in the list of contents; nothing if its HTML is empty.
  /// @param id  letters and hyphens, once in a page.
  void section(const std::string& id, const std::string& heading, const std::string& html);

  /// The document that the page shows, for download. Above 4 MB the page says that it is left out.
  void attach(const std::string& json, const std::string& file_name);

  std::string str() const;

 private:
  std::string kind_, title_, lead_, facts_, contents_, body_, attached_;
  std::size_t sections_ = 0;
};

/// A paragraph.
std::string html_paragraph(std::string_view text);

/// A list of lines; nothing if there are none.
std::string html_list(const std::vector<std::string>& lines);

/// An SVG as part of a page: in the colours of the page, without prolog, name space and title line. The page has the
/// title as text. @param svg  made by Svg. @param label  text for screen readers (aria-label).
std::string inline_picture(const std::string& svg, std::string_view label);

/// Contents of the style and script elements, and the script's SHA-256 in base 64 for the security policy.
extern const char* const page_style;
extern const char* const page_script;
extern const char* const page_script_sha256;

}  // namespace uneven::draw
