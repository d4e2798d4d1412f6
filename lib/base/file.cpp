#include "base/file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

#include "base/error.hpp"

namespace uneven {

namespace {

std::string reason() { return std::strerror(errno); }

/// No document is longer; a device that never ends must not fill the memory.
constexpr std::size_t longest = std::size_t{1} << 29;

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
    if (const std::size_t nul = text.find('\0', size); nul != text.npos)
      throw InputError(name + ": byte " + std::to_string(nul + 1) + " is NUL; expected text");
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
  return (std::filesystem::path(path).parent_path() / target).string();
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
  const std::filesystem::path own = std::filesystem::path("/proc") / std::to_string(::getpid()) / "fd";
  std::optional<std::string> link = path;
  for (int links = 0; links < most_links && link; ++links) {
    const auto next = next_of_link(*link);
    if (next && canonical_folder_of(*link) == own) return std::stoi(std::filesystem::path(*link).filename());
    link = next;
  }
  return std::nullopt;
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

}  // namespace uneven
