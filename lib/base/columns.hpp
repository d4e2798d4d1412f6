#pragma once

#include <string>
#include <string_view>

namespace uneven {

/// The longest beginning of a line that a terminal shows in `columns` columns: characters of Chinese and Japanese take
/// two. @param line  of valid UTF-8, as of cleaned().
std::string fitting(std::string_view line, int columns);

}  // namespace uneven
