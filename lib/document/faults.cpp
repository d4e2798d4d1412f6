#include "document/faults.hpp"

namespace uneven::document {

namespace {

constexpr std::size_t longest_value = 60;

}  // namespace

std::string pointer_step(const std::string& key) {
  std::string step = "/";
  for (const char c : shown(key, longest_value)) step += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return step;
}

std::string excerpt(const Json& value) { return shown(value.dump(), longest_value); }

std::vector<std::string> first_lines(std::vector<std::string> lines) {
  if (lines.size() <= most_shown) return lines;
  const std::size_t more = lines.size() - most_shown;
  lines.resize(most_shown);
  lines.push_back("and " + std::to_string(more) + " more");
  return lines;
}

}  // namespace uneven::document
