// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "elements/block.hpp"
#include "elements/program.hpp"
#include "schedule/schedule.hpp"

namespace uneven::elements {

/// A complete node of the tree of sums over blocks: `size` leaves, a power of two, from a multiple of it.
struct Node {
  std::int64_t first = 0, size = 1;
  bool holds(std::int64_t leaf) const { return first <= leaf && leaf < first + size; }
  bool operator==(const Node&) const = default;
};

/// The fewest complete nodes that cover the ascending leaves; the nodes ascend, too. Takes O(n log n).
std::vector<Node> nodes_of(std::span<const std::int64_t> leaves);

/// Chooses leaves to give to another process so that both hold few nodes afterwards, since each node is one table to
/// send. Takes whole nodes of the giver that fit, large ones first, until half of `count` is reached; or the last part
/// that fits of a larger node, if that is more.
///
/// @param held     all leaves of the giver, ascending.
/// @param waiting  the leaves that can be given, ascending.
/// @param count    most leaves to give.
/// @return the nodes to give; none only if `waiting` is empty or count is 0. Takes O(n log n).
std::vector<Node> nodes_to_give(std::span<const std::int64_t> held, std::span<const std::int64_t> waiting,
                                std::int64_t count);

/// Sums over blocks, with the same bits for any order and place of computation.
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

  /// Takes all nodes of another part of the same tree, which is then empty, or of its pack().
  void merge(TreeSum& other);
  void merge(const std::vector<double>& packed);

  /// The nodes as numbers for a message: level, i, table, and so on.
  std::vector<double> pack() const;

  /// Removes the nodes that have siblings at other processes, to send them to the siblings' common home: each of p
  /// processes is home to a few neighbouring subtrees. Complete subtrees stay, and so do nodes at home.
  ///
  /// @param me  this process.
  /// @return by process, packed; shape [p].
  std::vector<std::vector<double>> take_for_homes(int p, int me);

  /// Whether all leaves were added; then root() is the sum. Without leaves the sum is zero.
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

/// Layout of one block's messages: the tables to all central groups of a program, one after the other.
class Tables {
 public:
  explicit Tables(const Program& program);

  std::size_t width() const { return width_; }

  /// Offset of the table of a central group. @throws std::logic_error  if the group is not central.
  std::size_t start_of(int group) const;

  /// Block layout of a spread group of the program.
  BlockLayout layout_of(const Group& group) const;
  std::vector<BlockLayout> layouts() const;  ///< by group; those of central ones mean nothing

  /// An empty sum over the blocks of a spread group.
  TreeSum sum_over(std::int64_t blocks) const;

 private:
  const Program& program_;
  std::vector<Group> groups_;
  std::vector<std::size_t> start_;
  std::size_t width_ = 0;
};

/// Names of the work of a superstep: schedule::Work::name.
enum Task {
  task_step,    ///< f and g for the elements of the rank's blocks
  task_central  ///< rank 0: supersteps on central groups, and the orders for all
};

/// Tags of messages. Those from tag_others on are free.
enum Tag { tag_sums, tag_orders, tag_exchange, tag_others };

/// From this many doubles on, tables are exchanged with their homes (take_for_homes()) before they go up the tree; else
/// the tree would carry each of them through several processes, one after the other.
inline constexpr std::size_t wide_table = 512;

/// Parameters of the messages of a superstep. Lengths follow from the data and from the places of elements: unless
/// given, they are schedule::unknown_length.
struct Superstep {
  int ranks = 1;
  int keyed_groups = 0;      ///< groups whose elements are sent messages
  bool wide_tables = false;  ///< at least wide_table doubles
  std::int64_t sums_bytes = schedule::unknown_length, orders_bytes = schedule::unknown_length;

  /// An exchange for each keyed group, then one for wide tables.
  int exchanges() const { return keyed_groups + (wide_tables && ranks > 2); }
};

/// The supersteps of a program on its spread groups.
Superstep superstep_of(const Program& program, int ranks);

/// One rank's schedule of a superstep on a spread group: it computes its blocks; in each exchange it sends every other
/// rank a message and takes one from it, Message::index being the number of the exchange; sums and times go up a
/// binomial tree to rank 0, and its orders come down the same tree.
///
///     rank 0  step, take 1, take 2, central, send 2, send 1     4 ranks
///     rank 2  step, take 3, send 0, take 0, send 3
///
/// Only this function fixes the messages of a superstep and their order: hbsp/elements.cpp prices them, the runner
/// performs them. Blocks on the move and requests for blocks travel beside, as they come. Cost: O(log p + p exchanges).
schedule::Schedule schedule(const Superstep& superstep, int rank);

}  // namespace uneven::elements
