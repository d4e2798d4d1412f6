// SPDX-License-Identifier: MIT
#include "base/file_name.hpp"

#include <sys/stat.h>
#include <utf8proc.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/text.hpp"

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

std::string path_in(const std::string& folder, const std::string& name) {
  if (folder.empty() || name.starts_with('/')) return name;
  return folder + (folder.ends_with('/') ? "" : "/") + name;
}

namespace {

constexpr utf8proc_int32_t first_private = 0xEF80, last_private = 0xEFFF;

/// In UTF-8 these characters are EE BE 80 .. EE BE BF for the bytes below C0, then EE BF 80 .. EE BF BF.
constexpr char lead = '\xEE', low = '\xBE', high = '\xBF';

std::string text_of_byte(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return {lead, value < 0xC0 ? low : high, static_cast<char>(0x80 | (value & 0x3F))};
}

bool is_text_of_byte(std::string_view text) {
  return text.size() >= 3 && text[0] == lead && (text[1] == low || text[1] == high) &&
         (static_cast<unsigned char>(text[2]) & 0xC0) == 0x80;
}

/// Bytes of the character that `name` begins with; 0 if it is not UTF-8, or stands for a byte.
std::size_t own_character(std::string_view name) {
  utf8proc_int32_t point = -1;
  const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(name.data()),
                                       static_cast<utf8proc_ssize_t>(name.size()), &point);
  return length <= 0 || (point >= first_private && point <= last_private) ? 0 : static_cast<std::size_t>(length);
}

}  // namespace

bool is_path(std::string_view word) { return word.find('/') != word.npos; }

std::string text_of_name(std::string_view name) {
  std::string text;
  while (!name.empty()) {
    const std::size_t length = own_character(name);
    text += length > 0 ? std::string(name.substr(0, length)) : text_of_byte(name[0]);
    name.remove_prefix(length > 0 ? length : 1);
  }
  return text;
}

std::string name_of_text(std::string_view text) {
  std::string name;
  while (!text.empty()) {
    const bool escaped = is_text_of_byte(text);
    const char byte = escaped ? static_cast<char>((text[1] == low ? 0x80 : 0xC0) | (text[2] & 0x3F)) : text[0];
    name += byte;
    text.remove_prefix(escaped ? 3 : 1);
  }
  return name;
}

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

namespace {

/// Identity of a regular file: device and inode, or a new file's folder and name. Empty for devices and pipes.
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
  std::ifstream file(path, std::ios::binary);
  if (!file) throw OpenError(path + ": cannot open: " + std::strerror(errno));
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  if (file.bad()) throw IoError(path + ": cannot read: " + std::strerror(errno));
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
