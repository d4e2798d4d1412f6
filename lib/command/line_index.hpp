// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/file.hpp"
#include "document/common.hpp"

namespace uneven::command {

/// Bytes of a file.
struct Bytes {
  std::int64_t offset = 0;
  std::int64_t count = 0;
  std::int64_t end() const { return offset + count; }
  bool operator==(const Bytes&) const = default;
};

/// Where the lines of a file lie. A last line need not end in LF. Memory: 8 bytes for each 1,024 lines.
class LineIndex {
 public:
  /// Reads the file once. @throws OpenError, IoError
  explicit LineIndex(const std::string& path);

  /// Number of lines.
  std::int64_t lines() const { return lines_; }

  /// The bytes of lines, with their ends. @param lines  within the file. Cost: at most 2,048 lines are read.
  Bytes bytes_of(document::Range lines);

 private:
  std::int64_t start_of(std::int64_t line);

  data::InputFile file_;
  std::int64_t lines_ = 0;
  std::vector<std::int64_t> starts_;  ///< of every 1,024th line
};

}  // namespace uneven::command
