// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace uneven {

/// A list in one word: items separated by commas, each as `parse` reads it; `4*1.5` is four times 1.5.
///
/// @param what     names the option in the error.
/// @param example  of a list, for the error.
/// @throws UsageError if an item is empty or wrong, or the list is longer than 10^8.
std::vector<double> parse_list(std::string_view text, const std::string& what, const std::string& example,
                               double parse(std::string_view, const std::string&));

}  // namespace uneven
