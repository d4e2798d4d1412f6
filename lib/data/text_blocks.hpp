// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "data/file.hpp"
#include "data/plain.hpp"

namespace uneven::data {

/// The rows of a text, cut into blocks: a row belongs to the block in which it begins.
class TextBlocks {
 public:
  /// @param begin  where the first row begins, in bytes.
  TextBlocks(std::string name, std::int64_t begin, TextHabits habits = {})
      : name_(std::move(name)), begin_(begin), bytes_(open_plain(name_).bytes()), habits_(habits) {}

  std::int64_t count() const { return std::max<std::int64_t>(1, (bytes_ + block_bytes - 1) / block_bytes); }
  std::int64_t bytes() const { return bytes_; }

  TextLines lines(std::int64_t block) const {
    const std::int64_t first = std::max(begin_, block * block_bytes);
    return TextLines(name_, habits_, first, std::max(first, (block + 1) * block_bytes));
  }

 private:
  static constexpr std::int64_t block_bytes = 1 << 20;
  std::string name_;
  std::int64_t begin_, bytes_;
  TextHabits habits_;
};

}  // namespace uneven::data
