// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "partition/search/cost.hpp"

namespace uneven::partition {

/// Processors in ascending order of speed, to be cut into columns of neighbours: eq. (11) without its table.
///
/// A column's cost grows when a processor joins it. So for a limit T the greedy longest columns, slowest first, are the
/// fewest; t_C is the least T for which C columns are enough. In ascending order the greedy sizes never increase, so at
/// most sqrt(2 N) distinct sizes occur, and runs of equal columns are skipped by galloping.
class ColumnsSearch {
 public:
  /// @param ascending  whole speeds, shape [N], ascending, N >= 1, with a sum below 2^62.
  ColumnsSearch(const std::vector<std::int64_t>& ascending, Collective collective);

  std::int64_t processors() const { return static_cast<std::int64_t>(prefix_.size()) - 1; }
  std::int64_t total() const { return prefix_.back(); }

  /// Fewest columns none of which costs more than `limit` >= 0. Cost: O(min(C, sqrt N) log N).
  std::int64_t fewest_columns(Wide limit) const;

  /// t_C(N) of eq. (11), 1 <= columns <= N, exactly.
  /// @param high  a limit that `columns` columns are known to keep, such as t_{C-1}(N).
  /// Cost: a fewest_columns for each bit of `high`.
  Wide least_maximum(std::int64_t columns, Wide high) const;
  Wide least_maximum(std::int64_t columns) const;

  /// Sizes of `columns` columns that keep to `limit` >= t_C(N): of all such the lexicographically greatest.
  std::vector<std::int64_t> sizes(std::int64_t columns, Wide limit) const;

 private:
  bool fits(std::int64_t first, std::int64_t count, Wide limit) const;
  std::int64_t longest(std::int64_t first, std::int64_t at_most, Wide limit) const;
  std::int64_t repeats(std::int64_t first, std::int64_t size, Wide limit) const;

  std::vector<std::int64_t> prefix_;  ///< P_q, shape [N + 1]
  Collective collective_;
};

/// One number of columns whose t_C(N) was computed.
struct Visited {
  std::int64_t columns = 0;
  Wide maximum = 0;
};

/// Sweeps C upwards and skips every C that cannot have the fewest elements (eq. 10).
///
/// @return  ascending by columns; the best C, by elements and then by fewer columns, is among them.
/// Cost: near linear in N in practice, since most C are skipped.
std::vector<Visited> sweep(const ColumnsSearch& search, const Problem& problem);

}  // namespace uneven::partition
