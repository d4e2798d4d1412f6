// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace uneven::data {

/// Separator of the fields of a line. Blanks are runs of spaces and tabs.
enum class Separator { comma, tab, blanks };

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// A text without the spaces and tabs around it.
std::string_view trimmed(std::string_view text);

/// Takes the next field and the separator behind it off `rest`: trimmed; one in quotation marks may hold separators.
/// ' ' stands for runs of spaces and tabs. Call while `more` is true, which it is before the first.
std::string_view take_field(std::string_view& rest, char separator, bool& more);

/// Takes the next field off a line of fields between blanks; empty at its end.
std::string_view take_field(std::string_view& rest);

/// A field without the quotation marks around it.
std::string_view unquoted(std::string_view field);

/// A field of a CSV file as it is written: in quotation marks where it must.
std::string csv_field(const std::string& text);

/// Whether a field stands for a value that is not there: empty, ?, NA, N/A, null, none or nan, in any case.
bool is_missing(std::string_view field);

/// The fields of a line, one at least. Those between commas are trimmed, and one in quotation marks may hold commas.
std::vector<std::string_view> fields_of(std::string_view line, Separator separator);

/// A decimal number, as all text formats write numbers: a plus sign is allowed, hexadecimal digits, inf and nan are
/// not.
/// @return  nothing if `field` is none; 0 or an infinity where a double cannot hold it.
std::optional<double> decimal(std::string_view field);

/// Whether `text` is a whole number of 64 bits. -0 is none.
bool is_whole(std::string_view text, std::int64_t& number);

/// True if a line can only be a header: no field is empty or reads like a number (quoted ones, nan, infinity and
/// hexadecimal ones do), and one is a word. A word begins with a letter of any script or '_', or stands in quotation
/// marks and has a letter; NA, null and none are none.
bool is_header(const std::vector<std::string_view>& fields);

}  // namespace uneven::data
