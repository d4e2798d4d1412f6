#include "reduction/tree.hpp"

#include <algorithm>

#include "reduction/schedule.hpp"

namespace uneven::reduction {

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
  schedule(tree);
  return tree;
}

}  // namespace uneven::reduction
