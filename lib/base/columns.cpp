#include "base/columns.hpp"

#include <utf8proc.h>

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

}  // namespace uneven
