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
  std::vector<double> speeds;        ///< v_i by processor, shape [N], in a unit in which the fastest is in [1, 2)
  std::vector<std::int64_t> whole;   ///< v_i as whole numbers, see whole_speeds()
  std::vector<std::int64_t> ranked;  ///< resting processors first; then ascending by speed, ties by number

  /// @param speeds  in any unit.
  /// @param rest    whether each processor rests, shape [N]; empty: none does.
  /// @throws InputError if a speed is not finite and positive.
  explicit Cluster(std::vector<double> speeds, const std::vector<bool>& rest = {});

  /// The fastest `count` processors, ascending by speed.
  std::vector<std::int64_t> fastest(std::int64_t count) const { return {ranked.end() - count, ranked.end()}; }
};

/// Which partitions to compare.
struct Wanted {
  bool free_order = false;
  bool grid = false;
  bool equal = false;
  bool every_column = true;             ///< every number of columns, for up to 256 processors
  bool many_columns = false;            ///< also numbers of columns far from the best by elements
  std::optional<std::int64_t> columns;  ///< only this number, beside those of sorted columns
  std::int64_t processors = 0;          ///< number of processors, the fastest
};

/// A candidate before its rectangles are computed, see layout_of().
struct Draft {
  document::Candidate row;   ///< without small_group and seconds
  Wide maximum = 0;          ///< greatest column_cost; with columns in ascending order it determines their sizes
  Arrangement free_columns;  ///< order free only
  bool joins_close = false;  ///< joins the closest cuts if balance suffers little, not those within row.small_group
};

/// All wanted partitions: first method columns in ascending order, then the others; each by ascending number of
/// columns.
///
/// Columns in ascending order: every C if wanted, for up to 256 processors; otherwise, the C that the search visited
/// and some between, or the wanted number. `sizes` stay empty beyond 4,096 columns.
std::vector<Draft> drafts(const Cluster& cluster, const Problem& problem, const Wanted& wanted);

/// The exact rectangles of a draft, no cuts joined.
Layout layout_of(const Draft& draft, const Cluster& cluster, const Problem& problem);

}  // namespace uneven::partition
