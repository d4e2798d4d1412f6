#include "base/file_list.hpp"

#include <algorithm>

namespace uneven {

std::string map_files(const std::string& files, const std::function<std::string(const std::string&)>& change) {
  std::string changed;
  for (std::size_t first = 0; first <= files.size();) {
    const std::size_t comma = std::min(files.find(',', first), files.size());
    changed += (first ? "," : "") + change(files.substr(first, comma - first));
    first = comma + 1;
  }
  return changed;
}

}  // namespace uneven
