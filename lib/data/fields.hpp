// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace uneven::data {

/// What stands between the fields of a line. Blanks are runs of spaces and tabs.
enum class Separator { comma, tab, blanks };

/// A text without the spaces and tabs around it.
std::string_view trimmed(std::string_view text);

/// The fields of a line, one at least. Those between commas are trimmed, and one in quotation marks may hold commas.
std::vector<std::string_view> fields_of(std::string_view line, Separator separator);

/// A decimal number, as all text formats write numbers: a plus sign is allowed, hexadecimal digits, inf and nan are
/// not.
/// @return  nothing if `field` is none; 0 or an infinity where a double cannot hold it.
std::optional<double> decimal(std::string_view field);

/// True if a line can only be a header: no field is empty or reads like a number (quoted ones, nan, infinity and
/// hexadecimal ones do), and one is a word. A word begins with a letter of any script or '_', or stands in quotation
/// marks and has a letter; NA, null and none are none.
bool is_header(const std::vector<std::string_view>& fields);

}  // namespace uneven::data
