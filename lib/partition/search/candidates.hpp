// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "document/partition.hpp"
#include "partition/search/cost.hpp"
#include "partition/search/layout.hpp"

namespace uneven::partition {

/// The processors that a plan may use.
struct Cluster {
  std::vector<double> speeds;        ///< v_i by processor, shape [N], in units of which the fastest has 1 to 2
  std::vector<std::int64_t> whole;   ///< the same as whole numbers
  std::vector<std::int64_t> ranked;  ///< first those that rest; in ascending order of speed, ties by number

  /// @param speeds  in any unit.
  /// @param rest    shape [N]; empty: none does.
  /// @throws InputError if a speed is not finite and positive.
  explicit Cluster(std::vector<double> speeds, const std::vector<bool>& rest = {});

  /// The fastest `count` processors, ascending by speed.
  std::vector<std::int64_t> fastest(std::int64_t count) const { return {ranked.end() - count, ranked.end()}; }
};

/// Which partitions to weigh.
struct Wanted {
  bool free_order = false;
  bool grid = false;
  bool equal = false;
  bool many_columns = false;            ///< not only numbers of columns near the best by elements
  std::optional<std::int64_t> columns;  ///< only this number, beside those of sorted columns
  std::int64_t processors = 0;          ///< how many, the fastest
};

/// A partition that can be worked out.
struct Draft {
  document::Candidate row;   ///< without small_group and seconds
  Wide maximum = 0;          ///< greatest column_cost; for columns in ascending order it tells the sizes
  Arrangement free_columns;  ///< order free only
  bool joins_close = false;  ///< the closest cuts, where that costs little balance, not those within row.small_group
};

/// All partitions wanted, method columns in ascending order first, each method by ascending number of columns.
///
/// Columns in ascending order: every C for up to 256 processors, beyond that those that the search visited and
/// some between, or the number wanted.
/// `sizes` stay empty beyond 4,096 columns.
std::vector<Draft> drafts(const Cluster& cluster, const Problem& problem, const Wanted& wanted);

/// The exact rectangles of a draft, no cuts joined.
Layout layout_of(const Draft& draft, const Cluster& cluster, const Problem& problem);

}  // namespace uneven::partition
