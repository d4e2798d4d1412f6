// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "document/common.hpp"
#include "search/packed.hpp"
#include "search/table.hpp"

namespace uneven::search {

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
