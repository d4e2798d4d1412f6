// SPDX-License-Identifier: MIT
#include "data/text/lines.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstring>
#include <limits>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "data/input/plain.hpp"
#include "data/text/fields.hpp"

namespace uneven::data {

namespace {

constexpr std::int64_t bytes_at_a_time = 1 << 20;
constexpr std::int64_t bytes_behind_part = 1 << 12;  // that are read at a time, for the line that ends there

/// The longer marks first: that of UTF-32 begins as that of UTF-16.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> foreign_marks{{
    {{"\xFF\xFE\0\0", 4}, "UTF-32 (little endian)"},
    {{"\0\0\xFE\xFF", 4}, "UTF-32 (big endian)"},
    {"\xFF\xFE", "UTF-16 (little endian)"},
    {"\xFE\xFF", "UTF-16 (big endian)"},
}};

bool is_text(char c) { return static_cast<unsigned char>(c) >= 0x20 || c == '\t'; }

static_assert(std::endian::native == std::endian::little, "bytes are looked at from the lowest on");

/// The first byte from `at` on that is none of a line; `end` if there is none. Looks at eight bytes at a time.
const char* end_of_line(const char* at, const char* end) {
  constexpr std::uint64_t each = 0x0101010101010101, low_bits = 0x7f * each, high_bit = 0x80 * each;
  for (; end - at >= 8; at += 8) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, at, sizeof bytes);
    // The high bit of each byte that is a tab, which then counts as a letter.
    const std::uint64_t other = bytes ^ '\t' * each;
    const std::uint64_t tabs = ~(((other & low_bits) + low_bits) | other | low_bits);
    bytes |= tabs >> 2;
    // The high bit of each byte below 0x20, and of no byte before the first of them.
    if (const std::uint64_t found = (bytes - 0x20 * each) & ~bytes & high_bit) return at + std::countr_zero(found) / 8;
  }
  while (at < end && is_text(*at)) ++at;
  return at;
}

std::string hexadecimal(char byte) {
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "0x%02x", static_cast<unsigned char>(byte));
  return text.data();
}

}  // namespace

TextLines::TextLines(const std::string& path, TextHabits habits)
    : TextLines(path, habits, 0, std::numeric_limits<std::int64_t>::max()) {}

TextLines::TextLines(const std::string& path, TextHabits habits, std::int64_t first, std::int64_t last)
    : name_(input_name(path)), source_(path), habits_(habits), file_(open_plain(path)), last_(last) {
  if (first == 0) {
    skip_mark();
    return;
  }
  // The line in which the part begins is another's; if the part begins with a line, this is the end of the one before.
  text_offset_ = first - 1;
  part_ = first;
  number_ = -1;
  take_line();
  part_ = end();
}

TextLines::TextLines(std::string_view text, const std::string& name, TextHabits habits)
    : name_(name), habits_(habits), text_(text), last_(std::ssize(text)) {
  skip_mark();
}

void TextLines::skip_mark() {
  has_more();
  for (const auto& [mark, encoding] : foreign_marks)
    if (text_.starts_with(mark))
      throw InputError(name_ + ": begins with the mark of " + std::string(encoding) + "; expected UTF-8");
  if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
}

bool TextLines::refill() {
  if (!file_) return false;
  const std::int64_t end = text_offset_ + std::ssize(text_);
  const std::int64_t of_part = std::clamp<std::int64_t>(last_ - end, 0, bytes_at_a_time);
  // The line being taken stays whole; a long one is read in ever longer pieces.
  const std::size_t kept = text_.size() - begin_;
  const std::int64_t wanted = std::max({of_part, bytes_behind_part, static_cast<std::int64_t>(kept)});
  const std::int64_t count = std::min(wanted, file_->bytes() - end);
  if (count <= 0) return false;
  if (begin_ > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, kept);
  text_offset_ += static_cast<std::int64_t>(begin_);
  at_ -= begin_;
  begin_ = 0;
  const std::size_t all = kept + static_cast<std::size_t>(count);
  if (buffer_.size() < all) buffer_.resize(all);
  file_->read(end, count, buffer_.data() + kept);
  text_ = std::string_view(buffer_).substr(0, all);
  return true;
}

bool TextLines::take_line() {
  begin_ = at_;
  // The first line begins with the mark.
  const std::int64_t first_byte = part_ == 0 && number_ == 0 ? 0 : end();
  if (first_byte >= last_ || !has_more()) return false;
  ++number_;
  while (has_more() && is_text(text_[at_])) {
    at_ = static_cast<std::size_t>(end_of_line(text_.data() + at_, text_.data() + text_.size()) - text_.data());
    if (static_cast<std::int64_t>(at_ - begin_) > longest_line)
      throw InputError(where() + "a line of more than " + std::to_string(longest_line) + " bytes");
  }
  const std::size_t length = at_ - begin_;
  if (has_more()) {
    const char end = text_[at_++];
    if (end != '\n' && end != '\r')
      throw InputError(where() + "holds the byte " + hexadecimal(end) + ", which is binary; expected text");
    if (end == '\r' && has_more() && text_[at_] == '\n') ++at_;
  }
  line_ = text_.substr(begin_, length);
  return true;
}

bool TextLines::says_something() const {
  if (habits_.tabs_separate && line_.find('\t') != line_.npos) return true;
  const auto first = std::ranges::find_if_not(line_, is_blank);
  if (first == line_.end()) return habits_.keep_blank;
  return std::ranges::none_of(habits_.comment_marks, [&](char mark) { return mark == *first; });
}

bool TextLines::next() {
  while (take_line())
    if (says_something()) return true;
  return false;
}

std::int64_t TextLines::lines_before_part() const {
  if (part_ == 0) return 0;
  TextLines before(source_, habits_, 0, part_);
  while (before.take_line()) {
  }
  return before.number_;
}

}  // namespace uneven::data
