#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

namespace uneven::elements {

/// Sums over blocks that have the same bits in whatever order and place they are made.
///
/// The blocks 0 .. n-1 are the leaves of a fixed binary tree: node (level l, i) covers the blocks i 2^l up to
/// (i + 1) 2^l. A node's table is always its left child's combined with its right child's:
///
///     level 2        0
///     level 1    0       1          5 blocks: node (2, 0) and leaf 4, which has no sibling, meet at the root
///     level 0  0   1   2   3   4
///
/// A TreeSum holds the largest nodes that are complete; a process with consecutive blocks holds O(log n) of them.
class TreeSum {
 public:
  using Combine = std::function<void(double* into, const double* from)>;

  /// @param leaves   n.
  /// @param width    doubles of a table.
  /// @param combine  joins a right neighbour's table to its left one's.
  TreeSum(std::int64_t leaves, std::size_t width, Combine combine);

  /// Adds one block's table. Each block may come once.
  void add(std::int64_t leaf, std::vector<double> table) { insert(0, leaf, std::move(table)); }

  /// Takes all nodes of another part of the same tree, or of its pack(), and leaves that empty.
  void merge(TreeSum& other);
  void merge(const std::vector<double>& packed);

  /// The nodes as numbers for a message: level, i, table, and so on.
  std::vector<double> pack() const;

  /// Takes out the nodes that have siblings at other processes, for those where they meet: of p processes, each is home
  /// to a few neighbouring subtrees. Complete subtrees stay, and what is at home.
  ///
  /// @param me  this process.
  /// @return by process, packed; shape [p].
  std::vector<std::vector<double>> take_for_homes(int p, int me);

  /// Whether all leaves have come, and then the root's table. No leaves at all: zeros.
  bool complete() const;
  std::vector<double> root() const;

  std::size_t nodes() const { return nodes_.size(); }

 private:
  void insert(int level, std::int64_t index, std::vector<double> table);

  std::int64_t leaves_;
  std::size_t width_;
  int top_ = 0;  ///< level of the root
  Combine combine_;
  std::unordered_map<std::int64_t, std::vector<double>> nodes_;  ///< by level and index in one number
};

}  // namespace uneven::elements
