#pragma once

#include <string>
#include <string_view>

namespace uneven::search {

/// Unicode normal form NFKC, so that full-width and half-width spellings of a value are one value.
/// @throws InputError if `text` is not UTF-8 (the message says where in `text`, not in which file).
std::string nfkc(std::string_view text);

/// The code points of valid UTF-8.
std::u32string code_points(std::string_view text);

}  // namespace uneven::search
