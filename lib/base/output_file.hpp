// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "base/descriptor_buffer.hpp"
#include "base/temporary_file.hpp"

namespace uneven {

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
  int place_ = -1;  ///< what is written in place, if it is ours to close
  bool finished_ = false;
  std::optional<DescriptorBuffer> buffer_;
  std::ostream stream_;
};

}  // namespace uneven
