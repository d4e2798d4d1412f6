// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "base/temporary_file.hpp"

namespace uneven {

/// The whole of a file; "-" is standard input.
/// @param what  noun of the expected content, for messages.
/// @throws UsageError if standard input is a terminal, OpenError if the file cannot be opened, IoError if a read fails,
///   InputError if it is empty, holds a NUL byte or is longer than 512 MiB.
std::string read_file(const std::string& path, const std::string& what = "document");

/// The name of an input in messages: its path, or "standard input".
std::string input_name(const std::string& path);

/// Whether a path names something that is there and no regular file: a device, a pipe, a folder.
bool is_special(const std::string& path);

/// Whether there is no such file. One behind a folder that is locked is not missing: opening it says why.
bool is_missing(const std::string& path);

/// The file behind symbolic links, which need not be there yet, so that the links stay when it is replaced.
/// @throws IoError if they lead round in a circle.
std::string behind_links(const std::string& path);

/// The descriptor of this process that a path leads to, as /dev/stdout and /dev/fd/3 do.
std::optional<int> own_descriptor(const std::string& path);

/// Fails now where an OutputFile would fail after hours of work; changes nothing. Devices and pipes are not tried.
/// @throws IoError
void require_writable(const std::string& path);

/// An output that appears whole or not at all: a TemporaryFile, which takes its name by commit(); an empty path or "-"
/// is standard output. Devices, pipes and own descriptors, such as /dev/stdout, are written in place.
/// Without commit() nothing is left behind.
class OutputFile {
 public:
  /// @throws IoError
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  std::ostream& stream() { return stream_; }

  /// Flushes, checks and waits for the disk: of commit(), all but the renaming, so that several files can be whole
  /// before the first of them takes its name. @throws IoError
  void finish();

  /// Finishes, if that is not done, and renames. @throws IoError
  void commit();

 private:
  std::string path_;
  std::optional<TemporaryFile> temporary_;
  int place_ = -1;  ///< descriptor of a file written in place, which this object closes; -1: none
  bool finished_ = false;
  std::optional<DescriptorBuffer> buffer_;
  std::ostream stream_;
};

}  // namespace uneven
