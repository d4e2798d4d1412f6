#pragma once

#include <string>
#include <vector>

namespace uneven::document {

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

}  // namespace uneven::document
