// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "document/common.hpp"
#include "document/json.hpp"

namespace uneven::document {

/// Shapes of trees, see reduction::shaped_tree().
enum class TreeShape { optimal, binary, binomial, list };
enum class TimeUnit { step, second };

constexpr auto table_of(TreeShape) {
  using enum TreeShape;
  return std::to_array<Name<TreeShape>>(
      {{optimal, "optimal"}, {binary, "binary"}, {binomial, "binomial"}, {list, "list"}});
}
constexpr auto table_of(TimeUnit) {
  return std::to_array<Name<TimeUnit>>({{TimeUnit::step, "step"}, {TimeUnit::second, "s"}});
}

/// One processor of a reduction tree.
struct TreeNode {
  std::int64_t processor = 0;
  std::optional<std::int64_t> parent;  ///< none for the root
  std::vector<std::int64_t> children;  ///< in the order in which their results are combined
  double finish = 0;                   ///< when its last operation ends, in the unit of compute and transfer
  std::int64_t operations = 0;
  Range items;  ///< its local operands
};

/// Document "reduction-tree", made by plan-reduction-tree (Nonomura).
struct ReductionTree {
  static constexpr const char* kind = "reduction-tree";
  std::int64_t arity = 2;
  double compute = 1;                   ///< n: one operation
  double transfer = 1;                  ///< m: sending one partial result
  std::vector<double> operation_times;  ///< n_j per processor where they differ; empty if all are `compute`
  TimeUnit unit = TimeUnit::step;       ///< of the times
  std::int64_t items = 0;
  std::optional<std::int64_t> elements;  ///< length of the vectors the times were computed for
  std::int64_t segments = 1;             ///< pieces that a vector is cut into; the times are those of one piece
  double finish = 0;                     ///< when the root has joined everything, or the first piece of everything
  std::optional<double> predicted_s;     ///< for all pieces, if the times are seconds
  std::optional<SentBytes> bytes;        ///< predicted, of a reduction, if the length of vectors is known
  bool one_item_each = false;
  TreeShape shape = TreeShape::optimal;
  std::vector<TreeNode> processors;                        ///< ascending, without those left out
  std::vector<std::pair<std::string, double>> compared;    ///< finish of other shapes
  std::vector<std::pair<std::string, double>> compared_s;  ///< as predicted_s of other shapes, in as many pieces
  std::vector<Processor> cluster;
  std::optional<std::string> kernel;
  std::vector<std::int64_t> left_out;
  /// Parent, child: as read; written ones are made from `processors`.
  std::optional<std::vector<std::pair<std::int64_t, std::int64_t>>> links;
  MadeBy made_by;
};

/// The processor whose result is that of all items.
std::int64_t root_of(const ReductionTree& tree);

/// Operations of a processor that joins its own items and its children's results.
std::int64_t operations_needed(std::int64_t items, std::int64_t children, std::int64_t arity);

Object describe(const ReductionTree&);

/// Faults beyond the description: cycles, two parents, holes or overlaps in the items.
Faults faults(const ReductionTree& tree);

}  // namespace uneven::document
