// SPDX-License-Identifier: MIT
#include "draw/rsvg.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/temporary_file.hpp"
#include "launch/launch.hpp"
#include "launch/process.hpp"

namespace uneven::draw {

namespace {

/// A file in memory for a stream of the program: unlike a pipe, it needs no loop that reads and writes in turns.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(::memfd_create("uneven-picture", MFD_CLOEXEC)) {
    if (descriptor_ < 0) throw SystemError(std::string("no file in memory for a picture: ") + std::strerror(errno));
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }

  void write(const std::string& bytes) const {
    if (const int error = write_bytes(descriptor_, bytes.data(), bytes.size(), 0))
      throw SystemError(std::string("a file in memory for a picture: ") + std::strerror(error));
  }

  std::string read() const {
    std::string bytes;
    std::array<char, 1 << 16> some;
    for (ssize_t got; (got = ::pread(descriptor_, some.data(), some.size(), static_cast<off_t>(bytes.size()))) != 0;) {
      if (got > 0) bytes.append(some.data(), static_cast<std::size_t>(got));
      if (got < 0 && errno != EINTR)
        throw SystemError(std::string("a file in memory for a picture: ") + std::strerror(errno));
    }
    return bytes;
  }

 private:
  int descriptor_;
};

/// What rsvg-convert makes of an SVG. @param words  its options.
std::string converted(const std::string& svg, std::vector<std::string> words) {
  const MemoryFile input, output, errors;
  input.write(svg);
  words.insert(words.begin(), {"rsvg-convert", "--unlimited"});
  launch::ChildCommand command{std::move(words)};
  command.input = input.descriptor();
  command.output = output.descriptor();
  command.errors = errors.descriptor();
  if (!std::getenv("SOURCE_DATE_EPOCH")) command.environment = {"SOURCE_DATE_EPOCH=0"};
  launch::ChildEnd end;
  try {
    end = launch::Child(command).wait();
  } catch (const launch::StartError& error) {
    throw SystemError("PNG and PDF cannot be made without rsvg-convert (Debian's librsvg2-bin): " +
                      std::string(std::strerror(error.error)));
  }
  if (end.code != 0) {
    launch::LastWords said;
    said.take(errors.read());
    const std::string words_of_end = said.text();
    throw SystemError("rsvg-convert failed with exit code " + std::to_string(end.code) +
                      (words_of_end.empty() ? "" : ": " + words_of_end));
  }
  return output.read();
}

}  // namespace

std::string pdf(const std::string& svg) { return converted(svg, {"--format", "pdf"}); }

std::string png(const std::string& svg) { return converted(svg, {"--format", "png", "--zoom", "2"}); }

}  // namespace uneven::draw
