// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "data/input/file.hpp"

namespace uneven::data {

/// Differences between text formats.
struct TextHabits {
  std::string_view comment_marks = "#";  ///< a line that begins with one of them is a comment
  bool tabs_separate = false;            ///< fields stand between tabs: a line with a tab is no comment and not blank
  bool keep_blank = false;               ///< blank lines say something
};

/// The lines of a text that say something, by the habits that all text formats share.
///
/// Lines end in LF, CR LF or CR. A byte order mark of UTF-8 before the first line, blank lines and comments are passed
/// over. What no text holds (a control character other than tab, the mark of UTF-16 or UTF-32) and a line of more than
/// `longest_line` bytes are refused. Bytes that are not UTF-8 pass.
///
///     TextLines lines(path);
///     while (lines.next()) use(lines.text());
///
/// Memory: a MiB, or the longest line. Cost: one pass.
class TextLines {
 public:
  static constexpr std::int64_t longest_line = std::int64_t{1} << 26;

  /// The lines of a file, or those of them that begin in a part of its plain bytes (data/input/plain.hpp).
  /// @throws OpenError, InputError
  explicit TextLines(const std::string& path, TextHabits habits = {});
  TextLines(const std::string& path, TextHabits habits, std::int64_t first, std::int64_t last);

  /// Lines in memory, which outlives this. @param name  what messages call them.
  TextLines(std::string_view text, const std::string& name, TextHabits habits);

  /// Goes to the next line that says something; false at the end.
  /// @throws InputError  naming the line; IoError
  bool next();

  /// The line, without its end; until next().
  std::string_view text() const { return line_; }

  /// Its number in the whole text, from 1. Cost: in a part of a file, a pass over what lies before.
  std::int64_t number() const { return lines_before_part() + number_; }

  /// Where the next line begins, in bytes of the whole text.
  std::int64_t end() const { return text_offset_ + static_cast<std::int64_t>(at_); }

  /// Bytes of the part behind the line.
  std::int64_t left() const { return std::min(last_, file_ ? file_->bytes() : last_) - end(); }

  const std::string& name() const { return name_; }

  /// "data.csv:12: ", as messages about the line begin.
  std::string where() const { return name_ + ":" + std::to_string(number()) + ": "; }

  /// From here on lines that begin with one of these marks are comments.
  void set_comment_marks(std::string_view marks) { habits_.comment_marks = marks; }

  /// From here on every line but a blank one says something.
  void keep_comments() { habits_.comment_marks = {}; }

 private:
  bool take_line();
  bool has_more() { return at_ < text_.size() || refill(); }
  bool refill();
  void skip_mark();
  bool says_something() const;
  std::int64_t lines_before_part() const;

  std::string name_;
  std::string source_;  ///< the file's own name
  TextHabits habits_;
  std::optional<InputFile> file_;
  std::string buffer_;
  std::string_view text_;         ///< the bytes in memory
  std::size_t at_ = 0;            ///< the first byte of it that has not been looked at
  std::size_t begin_ = 0;         ///< the first byte of the line being taken
  std::int64_t text_offset_ = 0;  ///< of text_ in the file
  std::int64_t part_ = 0;         ///< where the first line of the part begins
  std::int64_t last_;             ///< lines begin before this byte
  std::string_view line_;
  std::int64_t number_ = 0;
};

}  // namespace uneven::data
