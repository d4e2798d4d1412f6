#pragma once

#include <string>
#include <vector>

namespace uneven {

/// The items between separators, empty ones too: one more than there are separators.
std::vector<std::string> split(const std::string& text, char separator);

}  // namespace uneven
