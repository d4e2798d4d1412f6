// SPDX-License-Identifier: MIT
#include "data/file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/checksum.hpp"
#include "base/error.hpp"

namespace uneven::data {

InputFile::InputFile(const std::string& path) : path_(path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) throw OpenError(path + ": no such file");
  if (error) throw OpenError(path + ": " + error.message());
  // The readers seek and every rank opens the file again, which a pipe does not allow.
  if (status.type() != std::filesystem::file_type::regular) throw OpenError(path + ": not a regular file");
  errno = 0;
  stream_.open(path, std::ios::binary);
  if (!stream_) throw OpenError(path + ": " + std::strerror(errno));
  stream_.seekg(0, std::ios::end);
  bytes_ = stream_.tellg();
  stream_.seekg(0);
}

void InputFile::read(std::int64_t offset, std::int64_t count, void* to) {
  stream_.clear();
  stream_.seekg(offset);
  stream_.read(static_cast<char*>(to), count);
  if (stream_.gcount() != count)
    throw IoError(path_ + ": read " + std::to_string(stream_.gcount()) + " of " + std::to_string(count) +
                  " bytes at offset " + std::to_string(offset));
}

bool InputFile::next_line(std::string& line) {
  if (!std::getline(stream_, line)) {
    if (stream_.bad()) throw IoError(path_ + ": cannot be read");
    return false;
  }
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return true;
}

std::uint64_t digest(InputFile& file, std::int64_t first, std::int64_t count) {
  constexpr std::int64_t most = 1 << 20;
  std::string bytes(static_cast<std::size_t>(std::min(most, count)), '\0');
  Checksum sum;
  for (std::int64_t done = 0; done < count; done += most) {
    const std::int64_t now = std::min(most, count - done);
    file.read(first + done, now, bytes.data());
    sum.add(bytes.data(), static_cast<std::size_t>(now));
  }
  return sum.value();
}

}  // namespace uneven::data
