// SPDX-License-Identifier: MIT
#include "launch/output_frames.hpp"

#include <algorithm>
#include <cstdio>

namespace uneven::launch {

namespace {

constexpr std::string_view frame_start = "mpi-runner-output ";
constexpr std::size_t longest_header = 60;

}  // namespace

std::string frame_header(int stream, std::size_t bytes) {
  return std::string(frame_start) + std::to_string(stream) + " " + std::to_string(bytes) + "\n";
}

void OutputFrames::take(std::string_view bytes, std::string& rest) {
  while (!bytes.empty()) {
    if (over_) {
      rest += bytes;
      return;
    }
    if (left_ == 0) {
      take_header(bytes, rest);
      continue;
    }
    const std::size_t count = std::min(left_, bytes.size());
    take_(stream_, bytes.substr(0, count));
    left_ -= count;
    bytes.remove_prefix(count);
  }
}

/// Takes a header, or its beginning, off `bytes`.
void OutputFrames::take_header(std::string_view& bytes, std::string& rest) {
  const std::size_t end = bytes.find('\n');
  const std::size_t count = end == bytes.npos ? bytes.size() : end + 1;
  header_ += bytes.substr(0, std::min(count, longest_header + 1));
  const bool starts = std::string_view(header_).substr(0, frame_start.size()) == frame_start.substr(0, header_.size());
  const bool whole = header_.ends_with('\n');
  if (starts && !whole && header_.size() <= longest_header) return bytes.remove_prefix(count);
  if (starts && whole && std::sscanf(header_.c_str() + frame_start.size(), "%d %zu", &stream_, &left_) == 2) {
    header_.clear();
    return bytes.remove_prefix(count);
  }
  over_ = true;
  bytes.remove_prefix(std::min(count, longest_header + 1));
  rest += header_;
}

}  // namespace uneven::launch
