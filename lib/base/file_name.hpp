// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace uneven {

/// The items between separators, empty ones too: one more than there are separators.
std::vector<std::string> split(const std::string& text, char separator);

/// The path of a file in a folder; that of "" is the name alone, and an absolute name stays. As text: libstdc++ 12
/// crashes where memory runs out while it joins paths.
std::string path_in(const std::string& folder, const std::string& name);

/// Whether a word that may be a name is the path of a file: it has a slash.
bool is_path(std::string_view word);

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

/// An option, or a place in a document, and the file that it names, or the files, such as "x.npy,y.npy".
struct NamedFiles {
  std::string option;
  std::optional<std::string> files;
  bool list = false;
};

/// The fault of a run that would write over its inputs, write two outputs to one file, or any output but the first, the
/// tool's own, to "-"; empty if there is none. One file may have many names: links, hard links and standard streams are
/// followed. Devices and pipes are not looked at.
std::string fault_of_files(const std::vector<NamedFiles>& inputs, const std::vector<NamedFiles>& outputs);

/// @throws UsageError  with fault_of_files(), if any.
void require_own_files(const std::vector<NamedFiles>& inputs, const std::vector<NamedFiles>& outputs);

/// The bytes with which every NPY file begins.
inline constexpr std::string_view npy_magic = "\x93NUMPY";

/// Refuses an output path at which a file of another kind stands.
///
/// A regular file may be replaced if it is empty, begins with `magic`, or `force` is set; a kind without magic bytes
/// replaces none without `force`. Pipes and folders are refused always, devices never.
/// @param what  kind of file that begins with `magic`, for the message: "an NPY array".
/// @throws IoError, InputError; OpenError where it cannot be looked at.
void require_replaceable(const std::string& path, std::string_view magic, const std::string& what, bool force);

}  // namespace uneven
