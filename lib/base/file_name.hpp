#pragma once

#include <string>
#include <string_view>

namespace uneven {

/// File names as JSON can hold them: a name is any bytes, JSON text is UTF-8.
///
/// A name in UTF-8 is its own text. Each byte b of another that is not UTF-8 becomes the private character U+EF00 + b
/// (0x80 <= b <= 0xFF), as do the bytes of a name's own characters U+EF80 .. U+EFFF, so that no two names have one
/// text.

/// Also of a list of names.
std::string text_of_name(std::string_view name);

/// The name again: name_of_text(text_of_name(name)) == name.
std::string name_of_text(std::string_view text);

}  // namespace uneven
