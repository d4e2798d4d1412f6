#include "search/join.hpp"

#include "reduction/shapes.hpp"
#include "search/messages.hpp"

namespace uneven::search {
namespace {

std::vector<std::int64_t> packed(const std::vector<Nearest>& nearest) {
  std::vector<std::int64_t> numbers;
  for (const Nearest& of_query : nearest) {
    const auto neighbours = of_query.sorted();
    numbers.push_back(static_cast<std::int64_t>(neighbours.size()));
    for (const Neighbour& n : neighbours) numbers.insert(numbers.end(), {n.distance, n.row});
  }
  return numbers;
}

void merge(const std::vector<std::int64_t>& numbers, std::vector<Nearest>& nearest) {
  std::size_t at = 0;
  for (Nearest& of_query : nearest) {
    for (std::int64_t left = numbers.at(at++); left > 0; --left, at += 2)
      of_query.offer({numbers.at(at), numbers.at(at + 1)});
    of_query.settle();
  }
}

std::vector<int> tree_parents(int ranks) {
  reduction::Goal goal;
  goal.processors = ranks;
  const auto tree = reduction::shaped_tree({}, "optimal", goal, true);
  std::vector<int> parents(static_cast<std::size_t>(ranks), -1);
  // The root's place is rank 0's, since that has the table: the two change places.
  int root = 0;
  for (const auto& node : tree.processors)
    if (!node.parent) root = static_cast<int>(node.processor);
  const auto place = [root](std::int64_t processor) {
    return processor == root ? 0 : processor == 0 ? root : static_cast<int>(processor);
  };
  for (const auto& node : tree.processors)
    if (node.parent) parents[static_cast<std::size_t>(place(node.processor))] = place(*node.parent);
  return parents;
}

}  // namespace

std::vector<int> parents(const std::string& join, int ranks) {
  if (join == "tree" && ranks > 1) return tree_parents(ranks);
  std::vector<int> result(static_cast<std::size_t>(ranks), -1);
  for (int rank = 1; rank < ranks; ++rank)
    result[static_cast<std::size_t>(rank)] = join == "staircase" ? rank & (rank - 1) : 0;
  return result;
}

void join(const Scanner& scanner, const std::vector<int>& parents, std::vector<Nearest>& nearest) {
  const int me = scanner.comm.rank();
  for (int child = 0; child < scanner.comm.size(); ++child) {
    if (parents[static_cast<std::size_t>(child)] != me) continue;
    std::optional<Received> received;
    scanner.wait_until([&] { return (received = receive(scanner.comm, child, tag_join)).has_value(); });
    merge(received->numbers, nearest);
  }
  if (scanner.root()) return;
  send(scanner.comm, packed(nearest), parents[static_cast<std::size_t>(me)], tag_join);
  ++scanner.tally.messages;
}

}  // namespace uneven::search
