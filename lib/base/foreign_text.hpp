// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace uneven {

/// The longest beginning of a line that a terminal shows in `columns` columns: characters of Chinese and Japanese take
/// two. @param line  of valid UTF-8, as of cleaned().
std::string fitting(std::string_view line, int columns);

/// The longest piece of foreign text that a message quotes, in characters.
inline constexpr std::size_t longest_quote = 120;

/// Foreign text (of a document, a data file, a file name, another program) made safe for a terminal: one line, valid
/// UTF-8, without control characters.
///
/// Control characters (C0, C1, delete), line and paragraph separators and the controls of writing direction become
/// escapes such as \x1b, \n and \u202e; bytes that are no UTF-8 become escapes such as \xe9. Cost: linear.
std::string cleaned(std::string_view text);

/// The same, of at most `most` characters; an ellipsis of three dots stands for what was cut.
/// Cost: linear in `most`, not in the text.
std::string shown(std::string_view text, std::size_t most = longest_quote);

/// The same for what a file of data holds; after hide_data() only the dots.
std::string shown_data(std::string_view text, std::size_t most = longest_quote);

/// From now on no message tells what a file of data holds: a job of somebody else's may name one that is not its
/// author's to read.
void hide_data(bool hidden = true);

}  // namespace uneven
