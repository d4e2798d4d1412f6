// SPDX-License-Identifier: MIT
#include "search/schedule.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>

#include "search/join_tree.hpp"
#include "search/predict.hpp"

namespace uneven::search {

std::int64_t numbers_of_answers(std::int64_t queries, std::int64_t neighbours) {
  return queries * (1 + 2 * neighbours);
}

std::vector<schedule::Schedule> schedule(const document::Search& plan, const Batch& batch) {
  const std::vector<int> parent = parents(plan.join, static_cast<int>(plan.processors));
  const auto children = children_of(parent);
  const bool known = has_fixed_parts(plan.method) && !batch.ties_all;
  std::vector<schedule::Schedule> lists(parent.size());
  // Examples of a rank and of those below it in the tree.
  const std::function<std::int64_t(std::size_t)> list = [&](std::size_t rank) {
    schedule::Schedule& own = lists[rank];
    own.element_bytes = sizeof(std::int64_t);
    own.operations.push_back(schedule::Work{task_scan});
    std::int64_t examples = plan.placement[rank].examples.count;
    const auto message = [&](int partner, std::int64_t of) {
      const std::int64_t numbers =
          known ? numbers_of_answers(batch.queries, std::min(batch.k, of)) : schedule::unknown_length;
      return schedule::Message{.partner = partner, .tag = tag_join, .columns = {0, numbers}};
    };
    for (const int child : children[rank]) {
      const std::int64_t below = list(static_cast<std::size_t>(child));
      own.operations.push_back(schedule::Receive{message(child, below), true});
      examples += below;
    }
    if (parent[rank] >= 0) own.operations.push_back(schedule::Send{message(parent[rank], examples)});
    return examples;
  };
  list(0);
  return lists;
}

}  // namespace uneven::search
