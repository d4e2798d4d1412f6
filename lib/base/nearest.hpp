// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace uneven {

/// The name that a mistyped `word` probably stands for: the one with the fewest insertions, deletions and changes of a
/// character, if they are at most 2 or half the word; else "", as for words of more than 64 bytes. Ties go to the
/// first. Cost: O(length of the word times that of all names).
std::string nearest(std::string_view word, const std::vector<std::string>& names);

}  // namespace uneven
