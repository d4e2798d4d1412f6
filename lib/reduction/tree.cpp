#include "reduction/tree.hpp"

#include <algorithm>

#include "reduction/timetable.hpp"

namespace uneven::reduction {

Model model_of(const document::ReductionTree& tree) {
  return {tree.compute, tree.transfer, tree.arity, tree.operation_times};
}

document::ReductionTree assemble(const Model& model, const std::vector<Member>& members, std::int64_t processors) {
  document::ReductionTree tree;
  tree.arity = model.arity;
  tree.compute = model.compute;
  tree.transfer = model.transfer;
  tree.operation_times = model.operation_times;

  std::vector<std::int64_t> index(processors, -1);
  for (const auto& member : members) index[member.rank] = 0;
  for (std::int64_t rank = 0; rank < processors; ++rank) {
    if (index[rank] < 0) {
      tree.left_out.push_back(rank);
    } else {
      index[rank] = static_cast<std::int64_t>(tree.processors.size());
      tree.processors.emplace_back().processor = rank;
    }
  }
  for (const auto& member : members) {
    auto& node = tree.processors[index[member.rank]];
    node.items.count = member.items;
    if (member.parent < 0) continue;
    node.parent = member.parent;
    tree.processors[index[member.parent]].children.push_back(member.rank);
  }
  set_timetable(tree);
  return tree;
}

double finish_of(const Model& model, const std::vector<Member>& members) {
  std::int64_t ranks = 0;
  for (const auto& member : members) ranks = std::max(ranks, member.rank + 1);
  struct Seen {
    std::int64_t children = 0, started = 0;
    double lag = 0;  // of its last operation's end behind the root's, negative
  };
  std::vector<Seen> seen(ranks);
  for (const auto& member : members)
    if (member.parent >= 0) ++seen[member.parent].children;
  double finish = 0;
  for (const auto& member : members) {
    auto& mine = seen[member.rank];
    if (member.parent >= 0) {
      auto& parent = seen[member.parent];
      const auto later = parent.children - ++parent.started;  // siblings that are joined after it
      mine.lag = parent.lag - static_cast<double>(later / (model.arity - 1) + 1) * model.operation_time(member.parent) -
                 model.transfer;
    }
    const auto operations = document::operations_needed(member.items, mine.children, model.arity);
    finish = std::max(finish, static_cast<double>(operations) * model.operation_time(member.rank) - mine.lag);
  }
  return finish;
}

}  // namespace uneven::reduction
