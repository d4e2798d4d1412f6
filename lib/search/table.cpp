// SPDX-License-Identifier: MIT
#include "search/table.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <new>

#include "base/error.hpp"
#include "base/text.hpp"
#include "data/text/fields.hpp"
#include "data/text/lines.hpp"

namespace uneven::search {

namespace {

const utf8proc_uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const utf8proc_uint8_t*>(text.data());
}

std::size_t first_bad_byte(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    utf8proc_int32_t point = 0;
    const auto length =
        utf8proc_iterate(bytes_of(text.substr(at)), static_cast<utf8proc_ssize_t>(text.size() - at), &point);
    if (length <= 0) break;
    at += static_cast<std::size_t>(length);
  }
  return at;
}

}  // namespace

std::string nfkc(std::string_view text) {
  // ASCII is its own normal form.
  if (std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
    return std::string(text);
  utf8proc_uint8_t* result = nullptr;
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
  const auto length = utf8proc_map(bytes_of(text), static_cast<utf8proc_ssize_t>(text.size()), &result, options);
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(result, &std::free);
  if (length == UTF8PROC_ERROR_NOMEM) throw std::bad_alloc();
  if (length < 0) throw InputError("invalid UTF-8 at byte " + std::to_string(first_bad_byte(text) + 1));
  return std::string(reinterpret_cast<const char*>(result), static_cast<std::size_t>(length));
}

std::u32string code_points(std::string_view text) {
  std::u32string points;
  for (std::size_t at = 0; at < text.size();) {
    utf8proc_int32_t point = 0;
    const auto length =
        utf8proc_iterate(bytes_of(text.substr(at)), static_cast<utf8proc_ssize_t>(text.size() - at), &point);
    if (length <= 0) break;
    points.push_back(static_cast<char32_t>(point));
    at += static_cast<std::size_t>(length);
  }
  return points;
}

namespace {

constexpr data::TextHabits habits{.tabs_separate = true};

std::string normalised(std::string_view field, const data::TextLines& lines, const std::string& column = "") {
  try {
    return nfkc(field);
  } catch (const InputError& e) {
    throw InputError(lines.where() + (column.empty() ? "" : shown_data(column) + ": ") + e.what());
  }
}

Table read_header(data::TextLines& lines) {
  if (!lines.next()) throw InputError(lines.name() + ": empty; expected a header line and tab-separated rows");
  Table table{lines.name(), {}, 0, lines.number()};
  for (const auto field : data::fields_of(lines.text(), data::Separator::tab)) {
    Column column{normalised(field, lines), {}, {}};
    if (std::ranges::any_of(table.columns, [&](const Column& c) { return c.name == column.name; }))
      throw InputError(lines.where() + "column '" + shown_data(column.name) + "' stands there twice");
    table.columns.push_back(std::move(column));
  }
  return table;
}

Table read_table(data::TextLines& lines) {
  Table table = read_header(lines);
  std::vector<Dictionary> spellings(table.columns.size());
  std::vector<std::vector<std::uint32_t>> id_of(table.columns.size());
  if (table.columns.size() == 1) lines.keep_comments();
  for (; lines.next(); ++table.rows) {
    const auto fields = data::fields_of(lines.text(), data::Separator::tab);
    if (fields.size() != table.columns.size())
      throw InputError(lines.where() + std::to_string(fields.size()) + " fields; the header has " +
                       std::to_string(table.columns.size()));
    if (table.rows == 0 || table.line_of(table.rows) != lines.number()) table.line_of_row[table.rows] = lines.number();
    for (std::size_t c = 0; c < fields.size(); ++c) {
      Column& column = table.columns[c];
      const std::uint32_t spelling = spellings[c].add(fields[c]);
      if (spelling == id_of[c].size())
        id_of[c].push_back(column.dictionary.add(normalised(fields[c], lines, column.name)));
      column.ids.push_back(id_of[c][spelling]);
    }
  }
  return table;
}

}  // namespace

std::uint32_t Dictionary::add(std::string_view value) {
  if (const auto known = ids_.find(value); known != ids_.end()) return known->second;
  const auto id = static_cast<std::uint32_t>(values_.size());
  values_.emplace_back(value);
  ids_.emplace(value, id);
  return id;
}

std::uint32_t Dictionary::find(std::string_view value) const {
  const auto known = ids_.find(value);
  return known == ids_.end() ? kNone : known->second;
}

const Column& Table::column(std::string_view column_name) const {
  for (const Column& column : columns)
    if (column.name == column_name) return column;
  std::string there;
  for (const Column& column : columns) there += (there.empty() ? "" : ", ") + column.name;
  throw InputError(name + ":" + std::to_string(header_line) + ": no column '" + shown(column_name) +
                   "'; there are: " + shown_data(there));
}

std::int64_t Table::line_of(std::int64_t row) const {
  const auto known = std::prev(line_of_row.upper_bound(row));
  return known->second + row - known->first;
}

Table read_table(const std::string& path) {
  data::TextLines lines(path, habits);
  return read_table(lines);
}

Table read_table(std::string_view text, const std::string& name) {
  data::TextLines lines(text, name, habits);
  return read_table(lines);
}

}  // namespace uneven::search
