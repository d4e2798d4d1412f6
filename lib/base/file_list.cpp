#include "base/file_list.hpp"

#include <filesystem>

#include "base/file_name.hpp"
#include "base/split.hpp"

namespace uneven {

std::vector<std::string> files_of(const std::string& list) { return split(list, ','); }

std::string map_files(const std::string& files, const std::function<std::string(const std::string&)>& change) {
  std::string changed, separator;
  for (const std::string& file : files_of(files)) {
    changed += separator + change(file);
    separator = ",";
  }
  return changed;
}

std::string without_folders(const std::string& files) {
  return map_files(
      files, [](const std::string& file) { return text_of_name(std::filesystem::path(file).filename().string()); });
}

}  // namespace uneven
