// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <vector>

#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "partition/cost.hpp"

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

/// The rectangles of a partition, exact and in whole numbers. Every processor in its columns has at least one cell.
struct Rounded {
  Layout layout;
  WholeLayout whole;
  double small_group = 0;  ///< cuts up to this distance were joined; 0: none were
};

/// Computes the rectangles of a draft. Areas are proportional to speed; in a grid, as nearly as rows and columns allow.
///
/// A draft with joins_close joins close cuts if that leaves fewer communication groups, leaves out no further
/// processor, and lengthens the makespan by at most 2 %.
///
/// @param vector_width  >= 1: shares are multiples of this many hidden units, except the last share of a column.
Rounded round_partition(const Draft& draft, const Cluster& cluster, const Problem& problem,
                        std::int64_t vector_width = 1);

/// The part of the plan that a run needs: cluster, shares, sums and trees; no candidates and no predictions.
document::Partition partition_of(const Rounded& rounded, const Problem& problem, const document::Speeds& speeds);

/// See statistics::imbalance(); work is cells. Rounding does not make it negative.
double imbalance(const document::Partition& plan);

/// Rounds a layout to whole samples and hidden units so that the makespan max_i(m_i s_i / v_i) is as small as possible.
///
/// Without `keep_joined` the makespan is exactly minimal: the hidden units of column c are shared so that h_c =
/// max_i(m_i / v_i) is least, and then the samples so that max_c(s_c h_c) is least. With `keep_joined`, cuts at one
/// height (equal to the last bit) stay at one height, and samples and cuts are improved in turn.
///
/// @param speeds   v_i by processor, any unit.
/// @param samples  s >= 1.
/// @param hidden   m >= 1.
/// @return         columns without samples and rectangles without hidden units are possible; see leave_out_empty.
/// Cost: O(N log N).
WholeLayout whole_numbers(const Layout& layout, const std::vector<double>& speeds, std::int64_t samples,
                          std::int64_t hidden, bool keep_joined);

/// max_i(m_i s_i / v_i), in units per unit of speed.
double makespan(const Layout& layout, const WholeLayout& whole, const std::vector<double>& speeds);

/// All processors, with their speeds while some of them, the fastest, compute and the others rest.
struct ActiveSet {
  const document::Speeds& speeds;
  Cluster cluster;
};

/// The ActiveSet for each number of computing processors; a single one if no machine is shared.
class ActiveSets {
 public:
  /// @param speeds  must outlive this.
  /// @throws InputError if a speed is not finite and positive.
  explicit ActiveSets(const document::Speeds& speeds);

  /// @param count  number of computing processors, 1 to N.
  const ActiveSet& of(std::int64_t count);

 private:
  ActiveSet everybody_;
  std::list<document::Speeds> of_fewer_;
  std::map<std::int64_t, ActiveSet> smaller_;
};

using document::Balance;

/// Shares the columns of a draft anew to shorten the longest busy time, in a few trials. In each trial, a processor
/// that was busy for t seconds with w cells counts as one of speed w / t.
/// @param draft     of method columns.
/// @param rounded   the draft rounded by speed.
/// @param speeds    with a network.
/// @return          the best trial; nothing if none is better. Columns keep the processors that they have in `rounded`.
/// Cost: that of busy_seconds_per_iteration() for a few plans.
std::optional<Rounded> balanced(Draft draft, const Rounded& rounded, const Problem& problem,
                                const document::Speeds& speeds);

}  // namespace uneven::partition
