#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace uneven {

/// The items between separators, empty ones too: one more than there are separators.
std::vector<std::string> split(const std::string& text, char separator);

/// File names as JSON can hold them: a name is any bytes, JSON text is UTF-8.
///
/// A name in UTF-8 is its own text. Each byte b of another that is not UTF-8 becomes the private character U+EF00 + b
/// (0x80 <= b <= 0xFF), as do the bytes of a name's own characters U+EF80 .. U+EFFF, so that no two names have one
/// text.

/// Also of a list of names.
std::string text_of_name(std::string_view name);

/// The name again: name_of_text(text_of_name(name)) == name.
std::string name_of_text(std::string_view text);

/// The files of a list such as "x.npy,y.npy".
std::vector<std::string> files_of(const std::string& list);

/// Applies `change` to each file of a list such as "x.npy,y.npy".
std::string map_files(const std::string& files, const std::function<std::string(const std::string&)>& change);

/// The same list without folders, as JSON text (base/file_name.hpp), to know data by: one file has many paths, and a
/// batch job's own folder is another each time.
std::string without_folders(const std::string& files);

}  // namespace uneven
