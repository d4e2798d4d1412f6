// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/foreign_text.hpp"
#include "document/describe/tree.hpp"
#include "document/json.hpp"

namespace uneven::document {

/// The most faults of a document, or unknown keys in it, that a user is told of.
inline constexpr std::size_t most_shown = 20;

/// What is wrong with a document: the first lines, and how many there are. Memory: that of most_shown lines.
class Faults {
 public:
  using value_type = std::string;
  using const_iterator = std::vector<std::string>::const_iterator;

  /// @param pointer  JSON pointer to where.
  void add(const std::string& pointer, const std::string& text) { add_line(pointer + ": " + text); }
  void add_line(std::string line);

  /// Those of the same document that were found elsewhere.
  void add_all(const Faults& found) { add_member("", found); }
  /// Those of a document inside this one, at `pointer`.
  void add_member(const std::string& pointer, const Faults& found);

  bool empty() const { return count_ == 0; }
  std::size_t size() const { return count_; }  ///< also of those that are not kept
  const std::string& front() const { return lines_.front(); }
  const std::string& operator[](std::size_t i) const { return lines_[i]; }
  const_iterator begin() const { return lines_.begin(); }
  const_iterator end() const { return lines_.end(); }
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
  std::size_t count_ = 0;
};

/// "/key" of a JSON pointer, of any key: cleaned, and cut where it is long.
std::string pointer_step(const std::string& key);

/// A JSON value as a message quotes it: on one line, cleaned, and cut where it is long. Cost: that of writing it.
std::string excerpt(const Json& value);
std::string excerpt(const Node& value);  ///< Cost: that of what is quoted.

/// The first lines, and how many more there are.
std::vector<std::string> first_lines(const Faults& faults);

}  // namespace uneven::document
