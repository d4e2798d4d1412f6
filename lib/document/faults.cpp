// SPDX-License-Identifier: MIT
#include "document/faults.hpp"

namespace uneven::document {

namespace {

constexpr std::size_t longest_value = 60;

}  // namespace

void Faults::add_line(std::string line) {
  if (count_++ < most_shown) lines_.push_back(std::move(line));
}

void Faults::add_member(const std::string& pointer, const Faults& found) {
  for (const std::string& line : found)
    add_line(pointer + (!pointer.empty() && line.starts_with("/:") ? line.substr(1) : line));
  count_ += found.count_ - found.lines_.size();
}

std::string pointer_step(const std::string& key) {
  std::string step = "/";
  for (const char c : shown(key, longest_value)) step += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return step;
}

std::string excerpt(const Json& value) { return shown(value.dump(), longest_value); }

// A character has at most four bytes.
std::string excerpt(const Node& value) { return shown(value.dump(4 * longest_value), longest_value); }

std::vector<std::string> first_lines(const Faults& faults) {
  std::vector<std::string> lines(faults.begin(), faults.end());
  if (faults.size() > lines.size()) lines.push_back("and " + std::to_string(faults.size() - lines.size()) + " more");
  return lines;
}

}  // namespace uneven::document
