// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace uneven::data {

/// A regular file opened for reading bytes at any offset.
///
/// @throws OpenError  if it does not exist, is no regular file or may not be read.
class InputFile {
 public:
  explicit InputFile(const std::string& path) : InputFile(path, path) {}

  /// @param name  what messages call the file.
  InputFile(const std::string& path, const std::string& name);
  InputFile(InputFile&& other) noexcept;
  ~InputFile();

  /// As messages call it.
  const std::string& path() const { return path_; }
  std::int64_t bytes() const { return bytes_; }

  /// Copies `count` bytes from `offset` to `to`.
  ///
  /// @throws IoError  if they cannot all be read.
  void read(std::int64_t offset, std::int64_t count, void* to);

 private:
  std::string path_;
  int descriptor_ = -1;
  std::int64_t bytes_ = 0;
};

/// The checksum (XXH3) of `count` bytes from `first`. @throws IoError
std::uint64_t digest(InputFile& file, std::int64_t first, std::int64_t count);

}  // namespace uneven::data
