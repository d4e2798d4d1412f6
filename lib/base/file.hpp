#pragma once

#include <fstream>
#include <iosfwd>
#include <memory>
#include <string>

namespace uneven {

/// The whole of a file; "-" is standard input.
/// @throws UsageError if standard input is a terminal, OpenError if the file cannot be opened, IoError if a read fails,
///   InputError if it is empty.
std::string read_file(const std::string& path);

/// What messages call an input: its path, or "standard input".
std::string input_name(const std::string& path);

/// Whether a path names something that is there and no regular file: a device, a pipe, a folder.
bool is_special(const std::string& path);

/// Whether there is no such file. One behind a folder that is locked is not missing: opening it says why.
bool is_missing(const std::string& path);

/// The file behind a symbolic link, so that the link (/dev/stdout is one) stays when the file is replaced.
std::string behind_links(const std::string& path);

/// Fails now where an OutputFile would fail after hours of work; changes nothing. Devices and pipes are not tried.
/// @throws IoError
void require_writable(const std::string& path);

/// An output that appears whole or not at all: a file is written beside its name and renamed by commit();
/// an empty path or "-" is standard output. Without commit() nothing is left behind.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  std::ostream& stream() { return *stream_; }

  /// Flushes, checks, waits for the disk and renames. @throws IoError
  void commit();

 private:
  std::string path_, temporary_;
  std::ofstream file_;
  std::ostream* stream_;
};

}  // namespace uneven
