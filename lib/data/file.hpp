// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <fstream>
#include <string>

namespace uneven::data {

/// A regular file opened for reading bytes at any offset.
///
/// @throws OpenError  if it does not exist, is no regular file or may not be read.
class InputFile {
 public:
  explicit InputFile(const std::string& path);

  const std::string& path() const { return path_; }
  std::int64_t bytes() const { return bytes_; }

  /// Copies `count` bytes from `offset` to `to`.
  ///
  /// @throws IoError  if they cannot all be read.
  void read(std::int64_t offset, std::int64_t count, void* to);

  /// The next line without its end (LF or CR LF); false at the end of the file.
  ///
  /// @throws IoError  if the system cannot read.
  bool next_line(std::string& line);

 private:
  std::string path_;
  std::ifstream stream_;
  std::int64_t bytes_ = 0;
};

/// The checksum (XXH3) of `count` bytes from `first`. @throws IoError
std::uint64_t digest(InputFile& file, std::int64_t first, std::int64_t count);

}  // namespace uneven::data
