// SPDX-License-Identifier: MIT
#include "base/file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string_view>

#include "base/error.hpp"
#include "base/file_name.hpp"

namespace uneven {

namespace {

std::string reason() { return std::strerror(errno); }

/// No document is longer; a device that never ends must not fill the memory.
constexpr std::size_t longest = std::size_t{1} << 29;

std::string read_descriptor(int descriptor, const std::string& name) {
  std::string text, piece(1 << 16, '\0');
  for (;;) {
    const ssize_t got = ::read(descriptor, piece.data(), piece.size());
    if (got == 0) return text;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw IoError(name + ": cannot read: " + reason());
    const std::string_view bytes(piece.data(), static_cast<std::size_t>(got));
    if (const std::size_t nul = bytes.find('\0'); nul != bytes.npos)
      throw InputError(name + ": byte " + std::to_string(text.size() + nul + 1) + " is NUL; expected text");
    text += bytes;
    if (text.size() > longest)
      throw InputError(name + ": is longer than " + std::to_string(longest >> 20) +
                       " MiB, the most that is read of a document");
  }
}

constexpr int most_links = 40;  // as many as Linux follows

/// Where a symbolic link leads, seen from here; nothing if there is none of that name.
std::optional<std::string> next_of_link(const std::string& path) {
  std::error_code none;
  const auto target = std::filesystem::read_symlink(path, none);
  if (none) return std::nullopt;
  return path_in(std::filesystem::path(path).parent_path(), target);
}

std::filesystem::path canonical_folder_of(const std::string& file) {
  std::error_code none;
  return std::filesystem::canonical(std::filesystem::path(file).parent_path(), none);
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
  std::string end = path;
  for (int links = 0; links < most_links; ++links) {
    auto next = next_of_link(end);
    if (!next) return end;
    end = std::move(*next);
  }
  throw IoError(path + ": cannot write: " + std::strerror(ELOOP));
}

std::optional<int> own_descriptor(const std::string& path) {
  const std::string own = "/proc/" + std::to_string(::getpid()) + "/fd";
  std::optional<std::string> link = path;
  for (int links = 0; links < most_links && link; ++links) {
    const auto next = next_of_link(*link);
    if (next && canonical_folder_of(*link) == own) return std::stoi(std::filesystem::path(*link).filename());
    link = next;
  }
  return std::nullopt;
}

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

std::string read_file(const std::string& path, const std::string& what) {
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
    throw InputError(path == "-" ? "no " + what + " on standard input; did the command before it fail?"
                                 : name + ": is empty; expected a " + what);
  return text;
}

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
