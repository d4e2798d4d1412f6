#include "base/file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>

#include "base/error.hpp"

namespace uneven {

namespace {

std::string reason() { return std::strerror(errno); }

std::string read_descriptor(int descriptor, const std::string& name) {
  std::string text;
  constexpr std::size_t step = 1 << 20;
  for (;;) {
    const std::size_t size = text.size();
    if (text.capacity() < size + step) text.reserve(2 * size + step);
    text.resize(size + step);
    const ssize_t got = ::read(descriptor, text.data() + size, step);
    const int error = errno;
    text.resize(size + (got > 0 ? static_cast<std::size_t>(got) : 0));
    if (got == 0) return text;
    if (got < 0 && error == EINTR) continue;
    errno = error;
    if (got < 0) throw IoError(name + ": cannot read: " + reason());
  }
}

/// Waits until a file is on the disk. @return  false with the reason in errno.
bool synced(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool done = ::fsync(descriptor) == 0;
  const int error = errno;
  ::close(descriptor);
  errno = error;
  return done;
}

}  // namespace

bool is_special(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

bool is_missing(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::status(path, ignored).type() == std::filesystem::file_type::not_found;
}

std::string behind_links(const std::string& path) {
  std::error_code none;
  const auto target = std::filesystem::canonical(path, none);
  return none ? path : target.string();
}

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

std::string read_file(const std::string& path) {
  const std::string name = input_name(path);
  int descriptor = STDIN_FILENO;
  if (path != "-") {
    descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) throw OpenError(name + ": cannot open: " + reason());
  } else if (::isatty(STDIN_FILENO)) {
    throw UsageError("standard input is a terminal; name a document or pipe one in (see --help)");
  }
  const std::unique_ptr<const int, void (*)(const int*)> owner(&descriptor, [](const int* d) {
    if (*d != STDIN_FILENO) ::close(*d);
  });
  std::string text = read_descriptor(descriptor, name);
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    throw InputError(path == "-" ? "no document on standard input; did the command before it fail?"
                                 : name + ": is empty; expected a document");
  return text;
}

void require_writable(const std::string& path) {
  if (!path.empty() && path != "-" && !is_special(path)) OutputFile trial(path);
}

OutputFile::OutputFile(const std::string& path) : path_(path == "-" ? "" : path), stream_(&std::cout) {
  if (path_.empty()) return;
  // A device or a pipe cannot be replaced by a rename; it is written in place.
  if (!is_special(path_)) {
    path_ = behind_links(path_);
    temporary_ = path_ + ".part" + std::to_string(::getpid());
  }
  file_.open(temporary_.empty() ? path_ : temporary_, std::ios::binary);
  if (!file_) {
    const std::string why = reason();
    temporary_.clear();
    throw IoError(path_ + ": cannot write: " + why);
  }
  stream_ = &file_;
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::commit() {
  errno = 0;
  stream_->flush();
  if (stream_ == &file_) file_.close();
  if (!*stream_) {
    const std::string why = errno ? reason() : "output failed";
    throw IoError((path_.empty() ? "standard output" : path_) + ": cannot write: " + why);
  }
  if (temporary_.empty()) return;
  // Else the name could outlive a crash without what was written.
  if (!synced(temporary_) || ::rename(temporary_.c_str(), path_.c_str()) != 0)
    throw IoError(path_ + ": cannot write: " + reason());
  temporary_.clear();
}

}  // namespace uneven
