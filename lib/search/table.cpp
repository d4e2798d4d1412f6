#include "search/table.hpp"

#include <algorithm>
#include <istream>

#include "base/error.hpp"
#include "search/text.hpp"

namespace uneven::search {
namespace {

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> fields;
  for (std::size_t tab; (tab = line.find('\t')) != line.npos; line.remove_prefix(tab + 1))
    fields.push_back(line.substr(0, tab));
  fields.push_back(line);
  return fields;
}

bool next_line(std::istream& in, std::string& line) {
  if (!std::getline(in, line)) return false;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return true;
}

std::string normalised(std::string_view field, const std::string& where) {
  try {
    return nfkc(field);
  } catch (const InputError& e) {
    throw InputError(where + ": " + e.what());
  }
}

std::vector<Column> read_header(std::istream& in, const std::string& name) {
  std::string line;
  if (!next_line(in, line)) throw InputError(name + ": empty; expected a header line and tab-separated rows");
  if (line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
  std::vector<Column> columns;
  for (const auto field : split(line)) {
    Column column{normalised(field, name + ":1"), {}, {}};
    if (std::any_of(columns.begin(), columns.end(), [&](const Column& c) { return c.name == column.name; }))
      throw InputError(name + ":1: column '" + column.name + "' stands there twice");
    columns.push_back(std::move(column));
  }
  return columns;
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
  throw InputError(name + ":1: no column '" + std::string(column_name) + "'; there are: " + there);
}

Table read_table(std::istream& in, const std::string& name) {
  Table table{name, read_header(in, name), 0};
  std::vector<Dictionary> spellings(table.columns.size());
  std::vector<std::vector<std::uint32_t>> id_of(table.columns.size());
  std::string line;
  while (next_line(in, line)) {
    const std::string where = name + ":" + std::to_string(table.rows + 2);
    const auto fields = split(line);
    if (fields.size() != table.columns.size())
      throw InputError(where + ": " + std::to_string(fields.size()) + " fields; the header has " +
                       std::to_string(table.columns.size()));
    for (std::size_t c = 0; c < fields.size(); ++c) {
      Column& column = table.columns[c];
      const std::uint32_t spelling = spellings[c].add(fields[c]);
      if (spelling == id_of[c].size())
        id_of[c].push_back(column.dictionary.add(normalised(fields[c], where + ": " + column.name)));
      column.ids.push_back(id_of[c][spelling]);
    }
    ++table.rows;
  }
  if (in.bad()) throw IoError(name + ": read failed");
  return table;
}

}  // namespace uneven::search
