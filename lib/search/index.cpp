// SPDX-License-Identifier: MIT
#include "search/index.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <utility>

namespace uneven::search {

namespace {

using Order = std::vector<std::uint32_t>;

/// Sorts by one column; the sort is stable.
void sort_by(const std::vector<std::uint16_t>& column, Order& order) {
  std::vector<std::uint32_t> next(std::size_t{1} << 16, 0);
  for (const std::uint16_t value : column) ++next[value];
  std::exclusive_scan(next.begin(), next.end(), next.begin(), std::uint32_t{0});
  Order sorted(order.size());
  for (const std::uint32_t i : order) sorted[next[column[i]]++] = i;
  order = std::move(sorted);
}

std::vector<std::uint16_t> column_of(const Packed& examples, document::Range rows, int slot) {
  std::vector<std::uint16_t> column;
  column.reserve(static_cast<std::size_t>(rows.count));
  for (std::int64_t row = rows.first; row < rows.end(); ++row) column.push_back(examples.get(row, slot));
  return column;
}

}  // namespace

Index make_index(const Packed& examples, document::Range rows) {
  assert(rows.count <= std::numeric_limits<std::uint32_t>::max());
  const Layout& layout = examples.layout();
  const int first_code = layout.bytes + layout.words;
  Index index{rows, {}, {0}, Order(static_cast<std::size_t>(rows.count)), {{0, 0, layout.codes}, rows.count}};
  std::iota(index.row.begin(), index.row.end(), 0);
  for (int slot = layout.slots(); slot-- > 0;) sort_by(column_of(examples, rows, slot), index.row);

  std::vector<bool> begins(index.row.size(), false);
  for (int slot = 0; slot < layout.slots(); ++slot) {
    const auto column = column_of(examples, rows, slot);
    for (std::size_t i = 0; i < index.row.size(); ++i)
      if (slot >= first_code)
        index.codes.set(static_cast<std::int64_t>(i), slot - first_code, column[index.row[i]]);
      else if (i > 0 && column[index.row[i]] != column[index.row[i - 1]])
        begins[i] = true;
  }
  for (std::size_t i = 1; i < begins.size(); ++i)
    if (begins[i]) index.group_begin.push_back(static_cast<std::int64_t>(i));
  if (rows.count > 0) index.group_begin.push_back(rows.count);

  for (int slot = 0; slot < first_code; ++slot) {
    index.group_value.emplace_back();
    for (std::int64_t g = 0; g < index.groups(); ++g)
      index.group_value.back().push_back(examples.get(
          rows.first + index.row[static_cast<std::size_t>(index.group_begin[static_cast<std::size_t>(g)])], slot));
  }
  return index;
}

bool worth_pruning(std::int64_t examples) { return examples >= std::int64_t{1} << 17; }

bool worth_pruning(const Index& index) {
  constexpr std::int64_t examples_per_group = 256;
  return worth_pruning(index.rows.count) && index.groups() * examples_per_group <= index.rows.count;
}

namespace {

std::vector<const Column*> columns_of(const Table& table, const std::vector<std::string>& names) {
  std::vector<const Column*> columns;
  for (const std::string& name : names) columns.push_back(&table.column(name));
  return columns;
}

/// A phrase as one text: its fields, each followed by a tab, which no field contains.
std::string phrase(const std::vector<const Column*>& columns, std::int64_t row) {
  std::string text;
  for (const Column* column : columns) text += column->at(row) + '\t';
  return text;
}

}  // namespace

Phrases::Phrases(const Table& examples, std::vector<std::string> columns) : columns_(std::move(columns)) {
  if (columns_.empty()) return;
  const auto of_examples = columns_of(examples, columns_);
  for (std::int64_t row = 0; row < examples.rows; ++row) rows_[phrase(of_examples, row)].push_back(row);
}

std::vector<std::int64_t> Phrases::find(const Table& queries, std::int64_t row) const {
  const auto found = rows_.find(phrase(columns_of(queries, columns_), row));
  return columns_.empty() || found == rows_.end() ? std::vector<std::int64_t>() : found->second;
}

}  // namespace uneven::search
