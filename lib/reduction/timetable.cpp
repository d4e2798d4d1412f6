#include "reduction/timetable.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace uneven::reduction {

std::vector<std::int64_t> index_by_processor(const document::ReductionTree& tree) {
  std::vector<std::int64_t> index;
  for (std::size_t k = 0; k < tree.processors.size(); ++k) {
    const auto processor = static_cast<std::size_t>(tree.processors[k].processor);
    if (processor >= index.size()) index.resize(processor + 1, -1);
    index[processor] = static_cast<std::int64_t>(k);
  }
  return index;
}

void set_timetable(document::ReductionTree& tree) {
  const auto index = index_by_processor(tree);
  const auto time = [&](std::int64_t processor) {
    return tree.operation_times.empty() ? tree.compute : tree.operation_times[processor];
  };
  const auto joined = tree.arity - 1;  // operands that an operation adds to the partial result

  std::vector<std::int64_t> pending;  // processors in the order of their items, the next one last
  for (const auto& node : tree.processors)
    if (!node.parent) pending.push_back(node.processor);
  tree.items = 0;
  tree.finish = 0;
  // Until the root's finish is known, `finish` of a processor holds its lag behind the root, negative.
  while (!pending.empty()) {
    auto& node = tree.processors[index[pending.back()]];
    pending.pop_back();
    node.items.first = tree.items;
    tree.items += node.items.count;
    const auto children = static_cast<std::int64_t>(node.children.size());
    node.operations = document::operations_needed(node.items.count, children, tree.arity);
    const double operation_time = time(node.processor);
    tree.finish = std::max(tree.finish, static_cast<double>(node.operations) * operation_time - node.finish);
    for (std::int64_t c = children - 1; c >= 0; --c) {
      const auto from_the_end = (children - 1 - c) / joined + 1;
      auto& child = tree.processors[index[node.children[c]]];
      child.finish = node.finish - static_cast<double>(from_the_end) * operation_time - tree.transfer;
      pending.push_back(child.processor);
    }
  }
  for (auto& node : tree.processors) node.finish += tree.finish;
}

}  // namespace uneven::reduction
