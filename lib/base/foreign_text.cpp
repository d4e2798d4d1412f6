// SPDX-License-Identifier: MIT
#include "base/foreign_text.hpp"

#include <utf8proc.h>

#include <cstdio>

namespace uneven {

std::string fitting(std::string_view line, int columns) {
  std::size_t end = 0;
  while (end < line.size()) {
    utf8proc_int32_t point = -1;
    const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(line.data() + end),
                                         static_cast<utf8proc_ssize_t>(line.size() - end), &point);
    if (length <= 0 || (columns -= utf8proc_charwidth(point)) < 0) break;
    end += static_cast<std::size_t>(length);
  }
  return std::string(line.substr(0, end));
}

namespace {

/// The controls of writing direction, which change how the rest of a line reads.
bool is_direction_control(utf8proc_int32_t point) {
  return point == 0x061C || point == 0x200E || point == 0x200F || (point >= 0x202A && point <= 0x202E) ||
         (point >= 0x2066 && point <= 0x2069);
}

bool is_unsafe(utf8proc_int32_t point) {
  const utf8proc_category_t category = utf8proc_category(point);
  return category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP ||
         is_direction_control(point);
}

std::string escape(const char* format, unsigned value) {
  char text[16];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string escaped(utf8proc_int32_t point) {
  switch (point) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return escape(point < 0x80 ? "\\x%02x" : "\\u%04x", static_cast<unsigned>(point));
  }
}

/// Takes one character off `text`.
std::string take_character(std::string_view& text) {
  utf8proc_int32_t point = -1;
  const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                       static_cast<utf8proc_ssize_t>(text.size()), &point);
  const std::string_view bytes = text.substr(0, length > 0 ? static_cast<std::size_t>(length) : 1);
  text.remove_prefix(bytes.size());
  if (length <= 0) return escape("\\x%02x", static_cast<unsigned char>(bytes[0]));
  return is_unsafe(point) ? escaped(point) : std::string(bytes);
}

bool data_hidden = false;

}  // namespace

std::string cleaned(std::string_view text) { return shown(text, std::string_view::npos); }

std::string shown(std::string_view text, std::size_t most) {
  std::string safe;
  for (std::size_t characters = 0; !text.empty(); ++characters) {
    if (characters == most) return safe + "...";
    safe += take_character(text);
  }
  return safe;
}

std::string shown_data(std::string_view text, std::size_t most) { return data_hidden ? "..." : shown(text, most); }

void hide_data(bool hidden) { data_hidden = hidden; }

}  // namespace uneven
