// SPDX-License-Identifier: MIT
#include "data/input/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/checksum.hpp"
#include "base/error.hpp"

namespace uneven::data {

InputFile::InputFile(const std::string& path, const std::string& name) : path_(name) {
  const auto fail = [&] { throw OpenError(name + ": " + std::strerror(errno)); };
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) throw OpenError(name + ": no such file");
    fail();
  }
  // The readers seek and every rank opens the file again, which a pipe does not allow.
  if (!S_ISREG(found.st_mode)) throw OpenError(name + ": not a regular file");
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) fail();
  bytes_ = found.st_size;
}

InputFile::InputFile(InputFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)), bytes_(other.bytes_) {}

InputFile::~InputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void InputFile::read(std::int64_t offset, std::int64_t count, void* to) {
  std::int64_t done = 0;
  while (done < count) {
    const ssize_t now = ::pread(descriptor_, static_cast<char*>(to) + done, static_cast<std::size_t>(count - done),
                                static_cast<off_t>(offset + done));
    if (now < 0 && errno == EINTR) continue;
    if (now <= 0)
      throw IoError(path_ + ": read " + std::to_string(done) + " of " + std::to_string(count) + " bytes at offset " +
                    std::to_string(offset) + (now < 0 ? std::string(": ") + std::strerror(errno) : ""));
    done += now;
  }
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
