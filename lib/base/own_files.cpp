#include "base/own_files.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "base/foreign_text.hpp"

namespace uneven {

namespace {

/// Where files are, whatever they are called; empty for what is no regular file and will not be one.
using Place = std::string;

Place place_of(const struct stat& file) { return std::to_string(file.st_dev) + ":" + std::to_string(file.st_ino); }

Place place_of(const std::string& path, int standard_stream) {
  struct stat now {};
  if (path.empty()) return "";
  if (path == "-") return ::fstat(standard_stream, &now) == 0 && S_ISREG(now.st_mode) ? place_of(now) : "";
  if (::stat(path.c_str(), &now) == 0) return S_ISREG(now.st_mode) ? place_of(now) : "";
  const std::filesystem::path end = behind_links(path);
  const std::string folder = end.parent_path().string();
  if (::stat(folder.empty() ? "." : folder.c_str(), &now) != 0) return end.string();
  return place_of(now) + "/" + end.filename().string();
}

std::vector<std::string> names_of(const NamedFiles& named) {
  if (!named.files) return {};
  return named.list ? files_of(*named.files) : std::vector<std::string>{*named.files};
}

/// Whether the file begins with the magic bytes.
bool begins_with(const std::string& path, std::string_view magic) {
  std::string start(magic.size(), '\0');
  std::ifstream(path, std::ios::binary).read(start.data(), static_cast<std::streamsize>(start.size()));
  return start == magic;
}

}  // namespace

std::string fault_of_files(const std::vector<NamedFiles>& inputs, const std::vector<NamedFiles>& outputs) {
  std::map<Place, std::string> taken;  // and the option
  for (const NamedFiles& named : inputs)
    for (const std::string& file : names_of(named)) taken.emplace(place_of(file, 0), named.option);
  for (const NamedFiles& named : outputs)
    for (const std::string& file : names_of(named)) {
      const bool own = named.option == outputs.front().option;
      if (file == "-" && !own)
        return named.option + ": '-' is standard output, which is for " + outputs.front().option +
               "; expected the name of a file";
      const Place place = place_of(own && file.empty() ? "-" : file, 1);
      const auto [other, free] = taken.emplace(place, named.option);
      if (!place.empty() && !free)
        return named.option + ": " + (file.empty() || file == "-" ? "standard output" : "'" + shown(file) + "'") +
               " is the file of " + other->second + ", too; expected a file of its own";
    }
  return "";
}

void require_own_files(const std::vector<NamedFiles>& inputs, const std::vector<NamedFiles>& outputs) {
  if (const std::string fault = fault_of_files(inputs, outputs); !fault.empty()) throw UsageError(fault);
}

void require_replaceable(const std::string& path, std::string_view magic, const std::string& what, bool force) {
  struct stat now {};
  if (::stat(path.c_str(), &now) != 0 || S_ISCHR(now.st_mode)) return;
  if (!S_ISREG(now.st_mode)) throw IoError(path + ": is no regular file; expected one, or a new name");
  if (force || now.st_size == 0) return;
  if (magic.empty())
    throw InputError(path + ": is there, and may be something else than " + what +
                     "; expected another name for the output, or --force");
  if (!begins_with(path, magic))
    throw InputError(path + ": is not " + what + "; expected another name for the output, or --force");
}

}  // namespace uneven
