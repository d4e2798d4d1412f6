// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "data/formats/block_size.hpp"
#include "data/input/plain.hpp"
#include "data/text/lines.hpp"

namespace uneven::data {

/// The rows of a text, cut into blocks: a row belongs to the block in which it begins.
class TextBlocks {
 public:
  /// @param begin  where the first row begins, in bytes.
  TextBlocks(std::string name, std::int64_t begin, TextHabits habits = {})
      : name_(std::move(name)), begin_(begin), bytes_(open_plain(name_).bytes()), habits_(habits) {}

  std::int64_t count() const { return std::max<std::int64_t>(1, (bytes_ + size_ - 1) / size_); }
  std::int64_t bytes() const { return bytes_; }

  TextLines lines(std::int64_t block) const {
    const std::int64_t first = std::max(begin_, block * size_);
    return TextLines(name_, habits_, first, std::max(first, (block + 1) * size_));
  }

 private:
  std::string name_;
  std::int64_t begin_, bytes_;
  std::int64_t size_ = block_size.bytes;
  TextHabits habits_;
};

}  // namespace uneven::data
