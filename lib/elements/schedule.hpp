// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "elements/program.hpp"
#include "schedule/schedule.hpp"

namespace uneven::elements {

/// Names of the work of a superstep: schedule::Work::name.
enum Task {
  task_step,    ///< f and g for the elements of the rank's blocks
  task_central  ///< rank 0: supersteps on central groups, and the orders for all
};

/// Tags of messages. Those from tag_others on are free.
enum Tag { tag_sums, tag_orders, tag_exchange, tag_others };

/// Tables of so many doubles meet at home before they go up the tree, which else carries each of them through several
/// processes, one after the other.
inline constexpr std::size_t wide_table = 512;

/// What the messages of a superstep depend on. Their lengths follow from the data and from where elements are: unless
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
/// Only this function fixes the messages of a superstep and their order: hbsp/elements prices them, the runner performs
/// them. Blocks on the move and requests for blocks travel beside, as they come.
/// Cost: O(log p + p exchanges).
schedule::Schedule schedule(const Superstep& superstep, int rank);

}  // namespace uneven::elements
