// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "document/common.hpp"
#include "search/table.hpp"

namespace uneven::search {

inline constexpr int kLevels = 3;
inline constexpr std::string_view kUnknownCode = "---";

/// Thesaurus codes of three levels, one character each, as 16 bits: the first level highest, and bit 15 for an unknown
/// code.
///
///     bit 15      14 ...                      0
///     unknown     level 1 | level 2 | level 3
///
/// A level of two codes is equal if the exclusive or of its bits is 0. Symbol 0 of a level stands for characters that
/// no example has there. An unknown example has bit 15, which no query has, so unknown codes differ from all codes,
/// unknown ones included.
class CodeBook {
 public:
  CodeBook() = default;
  /// Values of a wrong form are left to `pack`.
  explicit CodeBook(const Dictionary& values);

  /// Whether the levels have few enough different characters; otherwise the book is of no use.
  bool fits() const { return fits_; }

  /// @throws InputError if `code` is neither three characters nor `---`.
  std::uint16_t pack_example(std::string_view code) const;
  std::uint16_t pack_query(std::string_view code) const;

  /// The bits in which codes with equal first `level` + 1 levels agree.
  std::uint16_t mask(int level) const { return masks_[static_cast<std::size_t>(level)]; }

 private:
  std::array<std::map<char32_t, std::uint16_t>, kLevels> symbols_;
  std::array<int, kLevels> shift_{};
  std::array<std::uint16_t, kLevels> masks_{};
  bool fits_ = true;
};

/// The levels of a code, a character each.
/// @throws InputError  if it has another number of levels.
std::u32string levels_of(std::string_view code, std::size_t levels);

inline constexpr std::int64_t kTile = 64;  ///< examples per tile

/// The masks of a code column's levels, first level first; see CodeBook.
using LevelMasks = std::array<std::uint16_t, 3>;

/// The columns of a tile: 64 values of the first column, then 64 of the next. The 0/1 columns of one byte come first,
/// then those of two, then the codes of two, then numbers of two. A position in this order is a slot.
///
///     | byte column 0 | byte column 1 | ... | word column 0 | ... | code column 0 | ... | number column 0 | ... |
///
/// Or 64 vectors, one behind the other, so that those of all tiles are one matrix [rows, floats], row-major.
struct Layout {
  int bytes = 0;
  int words = 0;
  std::vector<LevelMasks> codes{};
  std::int64_t floats = 0;  ///< of a vector; then there are no columns
  int numbers = 0;

  int first_number() const { return bytes + words + static_cast<int>(codes.size()); }
  int slots() const { return first_number() + numbers; }
  std::size_t example_bytes() const {
    return static_cast<std::size_t>(bytes) + 2 * static_cast<std::size_t>(slots() - bytes) +
           sizeof(float) * static_cast<std::size_t>(floats);
  }
  std::size_t tile_bytes() const { return kTile * example_bytes(); }
};

/// Examples packed for the scan, 9 bytes each with the default columns: all of a table, or a range of it in whole
/// tiles. Rows and tiles have the numbers of the table. Tiles are aligned to 64 bytes. Readers must ignore examples of
/// a tile outside the range.
class Packed {
 public:
  Packed() = default;
  Packed(Layout layout, std::int64_t rows) : Packed(std::move(layout), document::Range{0, rows}) {}
  Packed(Layout layout, document::Range rows);

  const Layout& layout() const { return layout_; }
  std::int64_t rows() const { return range_.count; }
  document::Range range() const { return range_; }
  std::int64_t first_tile() const { return range_.first / kTile; }
  std::int64_t tiles() const { return rows() == 0 ? 0 : (range_.end() + kTile - 1) / kTile - first_tile(); }
  std::size_t size_bytes() const { return static_cast<std::size_t>(tiles()) * layout_.tile_bytes(); }

  const std::byte* tile(std::int64_t t) const {
    return data_.get() + static_cast<std::size_t>(t - first_tile()) * layout_.tile_bytes();
  }
  std::byte* tile(std::int64_t t) {
    return data_.get() + static_cast<std::size_t>(t - first_tile()) * layout_.tile_bytes();
  }

  /// The vector of a row, shape [floats].
  const float* vector(std::int64_t row) const {
    return reinterpret_cast<const float*>(data_.get()) + (row - first_tile() * kTile) * layout_.floats;
  }
  float* vector(std::int64_t row) {
    return reinterpret_cast<float*>(data_.get()) + (row - first_tile() * kTile) * layout_.floats;
  }

  std::uint16_t get(std::int64_t row, int slot) const;
  void set(std::int64_t row, int slot, std::uint16_t value);

 private:
  struct Free {
    void operator()(std::byte* p) const;
  };
  std::size_t offset(std::int64_t row, int slot) const;

  Layout layout_;
  document::Range range_;
  std::unique_ptr<std::byte[], Free> data_;
};

/// The part of a number in the distance: cost |a - b| / 2^16, rounded down, plus 1 unless they are equal; so it is
/// `cost` for 0 and 65535.
/// @param cost  at most 65535.
inline std::uint32_t number_part(std::uint32_t cost, std::uint16_t a, std::uint16_t b) {
  const std::uint32_t difference = a > b ? a - b : b - a;
  return (cost * difference >> 16) + (difference > 0);
}

/// A query, encoded like the packed examples.
struct Query {
  std::vector<std::uint16_t> value;  ///< shape [slots]
  std::vector<std::uint32_t> cost;   ///< of one difference (one level of a code, all of a number), units of 1/3072;
                                     ///< shape [slots]
  std::vector<float> vector{};       ///< where the examples are vectors; shape [floats]
};

/// The part of each slot in the distance, units of 1/3072, shape [slots].
std::vector<std::int64_t> parts(const Packed& examples, const Query& query, std::int64_t row);

/// sum_i w_i r_i in units of 1/3072. Okada 1993, section 2.2.
std::int64_t distance(const Packed& examples, const Query& query, std::int64_t row);

/// A range of examples in an order that lets a search skip most of them: in groups with equal 0/1 columns; in a group
/// by codes; equal examples by row.
///
///     group 0: particle, affixes ...   | code1 = 112, code2 = 010 | 112, 330 | 121, 101 | ...
///     group 1: ...                     | ...
struct Index {
  document::Range rows;
  std::vector<std::vector<std::uint16_t>> group_value;  ///< of each 0/1 column, shape [0/1 slots][groups]
  std::vector<std::int64_t> group_begin;                ///< in the new order, shape [groups + 1]
  std::vector<std::uint32_t> row;                       ///< by example: its former row, counted from rows.first
  Packed codes;                                         ///< the code columns in the new order

  std::int64_t groups() const { return static_cast<std::int64_t>(group_begin.size()) - 1; }
};

/// Makes the index of some rows. @param rows  fewer than 2^32; an empty range gives no groups.
/// Cost: O(rows x slots) time; rows x (4 + bytes of the codes) memory, 8 each with the default columns.
Index make_index(const Packed& examples, document::Range rows);

/// Bytes for making an index of `rows` rows, without its groups: where an index pays, they are few.
double bytes_of_index(const Layout& layout, std::int64_t rows);

/// Whether a pruned search can be faster than a scan of `examples` examples, and whether it is with few enough groups.
bool worth_pruning(std::int64_t examples);
bool worth_pruning(const Index& index);

/// Index of the examples by phrase, for exact matches.
class Phrases {
 public:
  /// @param columns  the columns of a phrase, such as n1, particle, n2; none: nothing matches.
  /// @throws InputError if a column is missing.
  Phrases(const Table& examples, std::vector<std::string> columns);

  /// The rows of the examples with the same phrase as row `row` of `queries`, ascending.
  /// @throws InputError if a column is missing.
  std::vector<std::int64_t> find(const Table& queries, std::int64_t row) const;

 private:
  std::vector<std::string> columns_;
  std::unordered_map<std::string, std::vector<std::int64_t>> rows_;
};

}  // namespace uneven::search
