// SPDX-License-Identifier: MIT
#include "base/descriptor_buffer.hpp"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>

namespace uneven {

int write_bytes(int descriptor, const void* bytes, std::size_t count, off_t at) {
  const char* next = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t written = at < 0 ? ::write(descriptor, next, count) : ::pwrite(descriptor, next, count, at);
    if (written > 0) {
      next += written;
      count -= static_cast<std::size_t>(written);
      if (at >= 0) at += written;
    } else if (written < 0 && errno == EAGAIN) {
      pollfd room{descriptor, POLLOUT, 0};
      ::poll(&room, 1, -1);
    } else if (written == 0 || errno != EINTR) {
      return written == 0 ? EIO : errno;
    }
  }
  return 0;
}

int sync_file(int descriptor) {
  while (::fsync(descriptor) != 0)
    if (errno != EINTR) return errno;
  return 0;
}

int sync_bytes(int descriptor) {
  const int error = sync_file(descriptor);
  return error == EIO || error == ENOSPC || error == EDQUOT ? error : 0;
}

void report_file_limits() { ::signal(SIGXFSZ, SIG_IGN); }

}  // namespace uneven
