// SPDX-License-Identifier: MIT
#include "search/packed.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <numeric>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "search/table.hpp"

namespace uneven::search {

namespace {

constexpr std::uint16_t kUnknownBit = 0x8000;
constexpr int kBits = 15;

}  // namespace

std::u32string levels_of(std::string_view code, std::size_t levels) {
  const std::u32string points = code_points(code);
  if (points.size() != levels)
    throw InputError("'" + shown_data(code) + "' has " + std::to_string(points.size()) + " levels; expected " +
                     std::to_string(levels) + " character" + (levels == 1 ? "" : "s") + ", or --- if unknown");
  return points;
}

CodeBook::CodeBook(const Dictionary& values) {
  for (std::uint32_t id = 0; id < values.size(); ++id) {
    const std::u32string levels = code_points(values.value(id));
    if (levels.size() != kLevels || values.value(id) == kUnknownCode) continue;
    for (std::size_t level = 0; level < kLevels; ++level)
      symbols_[level].try_emplace(levels[level], static_cast<std::uint16_t>(symbols_[level].size() + 1));
  }
  int bits = 0;
  for (std::size_t level = kLevels; level-- > 0;) {
    shift_[level] = bits;
    bits += std::bit_width(symbols_[level].size());
  }
  fits_ = bits <= kBits;
  for (std::size_t level = 0; level < kLevels; ++level)
    masks_[level] = static_cast<std::uint16_t>(fits_ ? 0xffff << shift_[level] : 0);
}

std::uint16_t CodeBook::pack_query(std::string_view code) const {
  if (code == kUnknownCode) return 0;
  const std::u32string levels = levels_of(code, kLevels);
  unsigned packed = 0;
  for (std::size_t level = 0; level < kLevels; ++level) {
    const auto symbol = symbols_[level].find(levels[level]);
    if (symbol != symbols_[level].end()) packed |= static_cast<unsigned>(symbol->second) << shift_[level];
  }
  return static_cast<std::uint16_t>(packed);
}

std::uint16_t CodeBook::pack_example(std::string_view code) const {
  return code == kUnknownCode ? kUnknownBit : pack_query(code);
}

namespace {

std::int64_t part(const Packed& examples, const Query& query, std::int64_t row, int slot) {
  const Layout& layout = examples.layout();
  const auto s = static_cast<std::size_t>(slot);
  const auto differing = static_cast<std::uint16_t>(examples.get(row, slot) ^ query.value[s]);
  const int first_code = layout.bytes + layout.words;
  if (slot < first_code) return differing != 0 ? query.cost[s] : 0;
  if (slot >= layout.first_number()) return number_part(query.cost[s], examples.get(row, slot), query.value[s]);
  std::int64_t sum = 0;
  for (const std::uint16_t mask : layout.codes[static_cast<std::size_t>(slot - first_code)])
    if (differing & mask) sum += query.cost[s];
  return sum;
}

}  // namespace

void Packed::Free::operator()(std::byte* p) const { std::free(p); }

Packed::Packed(Layout layout, document::Range rows) : layout_(std::move(layout)), range_(rows) {
  if (size_bytes() == 0) return;
  constexpr std::size_t huge_page = std::size_t{1} << 21;
  const std::size_t alignment = size_bytes() < huge_page ? 64 : huge_page;
  const std::size_t bytes = (size_bytes() + alignment - 1) / alignment * alignment;
  data_.reset(static_cast<std::byte*>(std::aligned_alloc(alignment, bytes)));
  if (!data_) throw std::bad_alloc();
  if (alignment == huge_page) ::madvise(data_.get(), bytes, MADV_HUGEPAGE);  // fewer page walks; a refusal does no harm
  std::memset(data_.get(), 0, bytes);
}

std::size_t Packed::offset(std::int64_t row, int slot) const {
  const std::size_t tile_start = static_cast<std::size_t>(row / kTile - first_tile()) * layout_.tile_bytes();
  const auto in_tile = static_cast<std::size_t>(row % kTile), s = static_cast<std::size_t>(slot);
  if (slot < layout_.bytes) return tile_start + kTile * s + in_tile;
  const auto bytes = static_cast<std::size_t>(layout_.bytes);
  return tile_start + kTile * (bytes + 2 * (s - bytes)) + 2 * in_tile;
}

std::uint16_t Packed::get(std::int64_t row, int slot) const {
  const std::byte* at = data_.get() + offset(row, slot);
  if (slot < layout_.bytes) return static_cast<std::uint16_t>(*at);
  std::uint16_t value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

void Packed::set(std::int64_t row, int slot, std::uint16_t value) {
  std::byte* at = data_.get() + offset(row, slot);
  if (slot < layout_.bytes)
    *at = static_cast<std::byte>(value);
  else
    std::memcpy(at, &value, sizeof value);
}

std::vector<std::int64_t> parts(const Packed& examples, const Query& query, std::int64_t row) {
  std::vector<std::int64_t> result;
  for (int slot = 0; slot < examples.layout().slots(); ++slot) result.push_back(part(examples, query, row, slot));
  return result;
}

std::int64_t distance(const Packed& examples, const Query& query, std::int64_t row) {
  const Layout& layout = examples.layout();
  const std::byte* column = examples.tile(row / kTile);
  const std::int64_t i = row % kTile;
  const std::uint16_t* value = query.value.data();
  const std::uint32_t* cost = query.cost.data();
  std::int64_t sum = 0;
  for (int slot = 0; slot < layout.bytes; ++slot, ++value, ++cost, column += kTile)
    sum += static_cast<std::uint16_t>(column[i]) != *value ? *cost : 0;
  const auto differing = [&] {
    std::uint16_t word;
    std::memcpy(&word, column + 2 * i, sizeof word);
    return word ^ *value;
  };
  for (int slot = 0; slot < layout.words; ++slot, ++value, ++cost, column += 2 * kTile)
    sum += differing() != 0 ? *cost : 0;
  for (const LevelMasks& masks : layout.codes) {
    const int bits = differing();
    for (const std::uint16_t mask : masks) sum += bits & mask ? *cost : 0;
    ++value, ++cost, column += 2 * kTile;
  }
  for (int slot = 0; slot < layout.numbers; ++slot, ++value, ++cost, column += 2 * kTile)
    sum += number_part(*cost, static_cast<std::uint16_t>(differing() ^ *value), *value);
  return sum;
}

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

double bytes_of_index(const Layout& layout, std::int64_t rows) {
  // Two orders, a column, the codes.
  const std::size_t bytes = 2 * sizeof(Order::value_type) + sizeof(std::uint16_t) + 2 * layout.codes.size();
  return static_cast<double>(rows) * static_cast<double>(bytes);
}

Index make_index(const Packed& examples, document::Range rows) {
  assert(rows.count <= std::numeric_limits<std::uint32_t>::max() && examples.layout().numbers == 0);
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
