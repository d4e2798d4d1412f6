#include "base/file_name.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <filesystem>

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

}  // namespace uneven
