#include "base/own_files.hpp"

#include <filesystem>
#include <map>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_list.hpp"

namespace uneven {

namespace {

/// Links and dots followed, as far as the file is there; empty for what is no file.
std::string place_of(const std::string& file) {
  if (file.empty() || file == "-" || is_special(file)) return "";
  std::error_code missing;
  return std::filesystem::weakly_canonical(std::filesystem::absolute(file), missing).string();
}

}  // namespace

void require_own_files(const std::vector<NamedFiles>& inputs, const std::vector<NamedFiles>& outputs) {
  std::map<std::string, std::string> taken;  // place, option
  for (const auto& [option, files] : inputs)
    for (const std::string& file : files_of(files.value_or(""))) taken.emplace(place_of(file), option);
  for (const auto& [option, files] : outputs)
    for (const std::string& file : files_of(files.value_or(""))) {
      if (file == "-" && option != outputs.front().option)
        throw UsageError(option + ": '-' is standard output, which is for " + outputs.front().option +
                         "; expected the name of a file");
      const std::string place = place_of(file);
      const auto [other, free] = taken.emplace(place, option);
      if (!place.empty() && !free)
        throw UsageError(option + ": '" + file + "' is the file of " + other->second +
                         ", too; expected a file of its own");
    }
}

}  // namespace uneven
