#include "base/split.hpp"

#include <algorithm>

namespace uneven {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> items;
  for (std::size_t first = 0; first <= text.size();) {
    const std::size_t end = std::min(text.find(separator, first), text.size());
    items.push_back(text.substr(first, end - first));
    first = end + 1;
  }
  return items;
}

}  // namespace uneven
