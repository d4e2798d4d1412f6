// SPDX-License-Identifier: MIT
#include "command/line_index.hpp"

#include <algorithm>
#include <cstring>

namespace uneven::command {

namespace {

constexpr std::int64_t lines_of_mark = 1024, bytes_of_block = 1 << 20;

/// Calls `take` with the offset behind each LF from `offset` on, until it returns false or the file ends.
template <class Take>
void for_each_end(data::InputFile& file, std::int64_t offset, const Take& take) {
  std::vector<char> block(static_cast<std::size_t>(std::min(bytes_of_block, file.bytes())));
  while (offset < file.bytes()) {
    const std::int64_t count = std::min(std::ssize(block), file.bytes() - offset);
    file.read(offset, count, block.data());
    const char* const end = block.data() + count;
    for (const char* at = block.data(); at < end; ++at) {
      at = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
      if (!at) break;
      if (!take(offset + (at - block.data()) + 1)) return;
    }
    offset += count;
  }
}

}  // namespace

LineIndex::LineIndex(const std::string& path) : file_(path) {
  if (file_.bytes() == 0) return;
  std::int64_t start = 0;  // of the line that is next to end
  const auto end_line = [&](std::int64_t next) {
    if (lines_++ % lines_of_mark == 0) starts_.push_back(start);
    start = next;
    return true;
  };
  for_each_end(file_, 0, end_line);
  if (start < file_.bytes()) end_line(file_.bytes());
}

Bytes LineIndex::bytes_of(document::Range lines) {
  if (lines.count == 0) return {};
  const std::int64_t first = start_of(lines.first);
  return {first, start_of(lines.end()) - first};
}

std::int64_t LineIndex::start_of(std::int64_t line) {
  if (line >= lines_) return file_.bytes();
  std::int64_t start = starts_[static_cast<std::size_t>(line / lines_of_mark)], left = line % lines_of_mark;
  if (left > 0)
    for_each_end(file_, start, [&](std::int64_t next) {
      start = next;
      return --left > 0;
    });
  return start;
}

}  // namespace uneven::command
