#pragma once

#include <string>
#include <vector>

namespace uneven::document {

/// What is wrong with a document, a line each.
struct Faults {
  std::vector<std::string> lines;

  /// @param pointer  JSON pointer to where.
  void add(const std::string& pointer, const std::string& text) { lines.push_back(pointer + ": " + text); }
};

}  // namespace uneven::document
