// SPDX-License-Identifier: MIT
#include "elements/schedule.hpp"

#include <algorithm>
#include <ranges>

#include "collective/allreduce.hpp"
#include "elements/contract.hpp"
#include "elements/tree_sum.hpp"

namespace uneven::elements {

namespace {

schedule::Message message(int partner, Tag tag, std::int64_t bytes, std::int64_t index = 0) {
  return {.partner = partner, .tag = tag, .index = index, .columns = {0, bytes}};
}

}  // namespace

Superstep superstep_of(const Program& program, int ranks) {
  const auto groups = groups_of(program);
  const auto keyed = std::ranges::count_if(groups, &Group::keyed);
  return {
      .ranks = ranks, .keyed_groups = static_cast<int>(keyed), .wide_tables = Tables(program).width() >= wide_table};
}

schedule::Schedule schedule(const Superstep& superstep, int rank) {
  const int p = superstep.ranks;
  schedule::Schedule list;
  list.element_bytes = 1;
  auto& operations = list.operations;
  operations.push_back(schedule::Work{task_step});
  for (int exchange = 0; exchange < superstep.exchanges(); ++exchange) {
    const auto with = [&](int partner) { return message(partner, tag_exchange, schedule::unknown_length, exchange); };
    // Each begins with its right neighbour, so that not all send to the same one first.
    for (int i = 1; i < p; ++i) operations.push_back(schedule::Send{with((rank + i) % p)});
    for (int i = 1; i < p; ++i) operations.push_back(schedule::Receive{with((rank + p - i) % p)});
  }
  const collective::Neighbours tree = collective::binomial_neighbours(rank, p);
  for (const int child : tree.children)
    operations.push_back(schedule::Receive{message(child, tag_sums, superstep.sums_bytes)});
  if (tree.parent >= 0) {
    operations.push_back(schedule::Send{message(tree.parent, tag_sums, superstep.sums_bytes)});
    operations.push_back(schedule::Receive{message(tree.parent, tag_orders, superstep.orders_bytes)});
  } else {
    operations.push_back(schedule::Work{task_central});
  }
  for (const int child : tree.children | std::views::reverse)
    operations.push_back(schedule::Send{message(child, tag_orders, superstep.orders_bytes)});
  return list;
}

}  // namespace uneven::elements
