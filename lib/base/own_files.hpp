#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace uneven {

/// An option, or a place in a document, and the file that it names, or the files, such as "x.npy,y.npy".
struct NamedFiles {
  std::string option;
  std::optional<std::string> files;
  bool list = false;
};

/// What is wrong with a run that would write over what it reads, write two outputs to one file, or anything but the
/// first of the outputs, which is the tool's own, to "-"; empty if nothing is. One file may have many names: links,
/// hard links and standard streams are followed. Devices and pipes are not looked at.
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
/// @throws IoError, InputError
void require_replaceable(const std::string& path, std::string_view magic, const std::string& what, bool force);

}  // namespace uneven
