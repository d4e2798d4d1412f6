// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace uneven::search {

/// Unicode normal form NFKC, so that full-width and half-width spellings of a value are one value.
/// @throws InputError if `text` is not UTF-8 (the message says where in `text`, not in which file).
std::string nfkc(std::string_view text);

/// The code points of valid UTF-8.
std::u32string code_points(std::string_view text);

/// The distinct values of a column, numbered in order of appearance.
class Dictionary {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  std::uint32_t add(std::string_view value);
  std::uint32_t find(std::string_view value) const;  ///< kNone if no row has it
  const std::string& value(std::uint32_t id) const { return values_[id]; }
  std::size_t size() const { return values_.size(); }

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::vector<std::string> values_;
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> ids_;
};

/// A named column, dictionary-coded.
struct Column {
  std::string name;
  Dictionary dictionary;
  std::vector<std::uint32_t> ids;  ///< shape [rows]

  const std::string& at(std::int64_t row) const { return dictionary.value(ids[static_cast<std::size_t>(row)]); }
};

/// Tab-separated values with one header line, in NFKC.
struct Table {
  std::string name;  ///< name of the file, for messages
  std::vector<Column> columns;
  std::int64_t rows = 0;
  std::int64_t header_line = 1;                           ///< of the file, from 1
  std::map<std::int64_t, std::int64_t> line_of_row = {};  ///< of the first row, and of those that do not follow at once

  /// The line number of a row in the file, from 1.
  std::int64_t line_of(std::int64_t row) const;

  /// Start of messages about a row, such as "table.tsv:12: ".
  std::string where(std::int64_t row) const { return name + ":" + std::to_string(line_of(row)) + ": "; }

  /// The column of that name. @throws InputError  naming the existing columns.
  const Column& column(std::string_view column_name) const;
};

/// A table in a file or in memory, by the habits of data::TextLines; in a table of one column a line that begins with
/// '#' is a row.
/// @throws OpenError
/// @throws InputError with a line number: no header, a column twice, too few or too many fields, invalid UTF-8.
/// Cost: O(bytes); each distinct spelling is normalised once per column.
Table read_table(const std::string& path);
/// @param name  what messages call the text.
Table read_table(std::string_view text, const std::string& name);

}  // namespace uneven::search
