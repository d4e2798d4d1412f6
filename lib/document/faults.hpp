#pragma once

#include <string>
#include <vector>

#include "base/foreign_text.hpp"
#include "document/json.hpp"

namespace uneven::document {

/// The most faults of a document, or unknown keys in it, that a user is told of.
inline constexpr std::size_t most_shown = 20;

/// What is wrong with a document, a line each.
struct Faults {
  std::vector<std::string> lines;

  /// @param pointer  JSON pointer to where.
  void add(const std::string& pointer, const std::string& text) { lines.push_back(pointer + ": " + text); }

  /// Those of a document inside this one, at `pointer`.
  void add_member(const std::string& pointer, const std::vector<std::string>& found) {
    for (const std::string& line : found) lines.push_back(pointer + (line.starts_with("/:") ? line.substr(1) : line));
  }
};

/// "/key" of a JSON pointer, of any key: cleaned, and cut where it is long.
std::string pointer_step(const std::string& key);

/// A JSON value as a message quotes it: on one line, cleaned, and cut where it is long. Cost: that of writing it.
std::string excerpt(const Json& value);

/// The first lines, and how many more there are.
std::vector<std::string> first_lines(std::vector<std::string> lines);

}  // namespace uneven::document
