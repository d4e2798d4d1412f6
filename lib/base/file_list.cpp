#include "base/file_list.hpp"

#include <algorithm>
#include <filesystem>

namespace uneven {

std::vector<std::string> files_of(const std::string& list) {
  std::vector<std::string> files;
  for (std::size_t first = 0; first <= list.size();) {
    const std::size_t comma = std::min(list.find(',', first), list.size());
    files.push_back(list.substr(first, comma - first));
    first = comma + 1;
  }
  return files;
}

std::string map_files(const std::string& files, const std::function<std::string(const std::string&)>& change) {
  std::string changed, separator;
  for (const std::string& file : files_of(files)) {
    changed += separator + change(file);
    separator = ",";
  }
  return changed;
}

std::string without_folders(const std::string& files) {
  return map_files(files, [](const std::string& file) { return std::filesystem::path(file).filename().string(); });
}

}  // namespace uneven
