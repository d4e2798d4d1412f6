// SPDX-License-Identifier: MIT
#include "base/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>

#include "base/error.hpp"
#include "base/file.hpp"

namespace uneven {

namespace {

[[noreturn]] void fail(const std::string& path, int error) {
  throw IoError((path.empty() ? "standard output" : path) +
                ": cannot write: " + (error ? std::strerror(error) : "output failed"));
}

}  // namespace

void require_writable(const std::string& path) {
  if (!path.empty() && path != "-" && !is_special(path)) OutputFile trial(path);
}

OutputFile::OutputFile(const std::string& path) : path_(path == "-" ? "" : path), stream_(std::cout.rdbuf()) {
  if (path_.empty()) return;
  const auto own = own_descriptor(path_);
  if (own || is_special(path_)) {
    place_ = own ? ::fcntl(*own, F_DUPFD_CLOEXEC, 3) : ::open(path_.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (place_ < 0) fail(path_, errno);
  } else {
    temporary_.emplace(path_);
  }
  buffer_.emplace(temporary_ ? temporary_->descriptor() : place_);
  stream_.rdbuf(&*buffer_);
}

OutputFile::~OutputFile() {
  if (place_ >= 0) ::close(place_);
}

void OutputFile::finish() {
  if (!buffer_) errno = 0;
  if (!stream_.flush()) fail(path_, buffer_ ? buffer_->error() : errno);
  if (temporary_)
    temporary_->sync();
  else if (const int error = sync_bytes(buffer_ ? place_ : STDOUT_FILENO))
    fail(path_, error);
  finished_ = true;
}

void OutputFile::commit() {
  if (!finished_) finish();
  if (temporary_) temporary_->replace_target();
}

}  // namespace uneven
