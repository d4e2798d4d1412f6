// SPDX-License-Identifier: MIT
#include "reduction/tree_reduction.hpp"

#include <algorithm>
#include <utility>

namespace uneven::reduction {

using schedule::Memory;
using schedule::Receive;

TreePlace place_of(const document::ReductionTree& tree, int processor) {
  for (const auto& node : tree.processors)
    if (node.processor == processor)
      return {static_cast<int>(node.parent.value_or(-1)), {node.children.begin(), node.children.end()}, node.items};
  return {};
}

template <class T>
TreeReduction<T>::TreeReduction(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                                const document::ReductionTree& tree, const Vectors& vectors, Operator<T> join,
                                std::function<const T*()> join_items)
    : vectors_(vectors),
      place_(place_of(tree, comm.rank())),
      piece_(piece_length(tree, vectors)),
      schedule_(schedule(tree, comm.rank(), vectors)),
      join_(join),
      join_items_(std::move(join_items)),
      received_(2 * place_.children.size() * static_cast<std::size_t>(piece_)),
      transport_(comm, wait_policy),
      performer_(schedule_, transport_, *this, {}) {}

template <class T>
void TreeReduction<T>::run(T* joined) {
  joined_ = joined;
  performer_.perform();
  const bool alone = place_.parent < 0 && place_.children.empty();
  if (alone && place_.items.count > 0) std::copy_n(mine_, vectors_.numbers, joined);
}

template <class T>
T* TreeReduction<T>::slot(const Receive& receive) {
  return received_.data() + receive.message.buffer * piece_;
}

template <class T>
Memory TreeReduction<T>::memory(const schedule::Send& send) {
  const T* from = place_.children.empty() ? mine_ : joined_;
  const auto& [first, count] = send.message.columns;
  return {.data = const_cast<T*>(from) + first, .columns = count, .element_bytes = sizeof(T)};
}

template <class T>
Memory TreeReduction<T>::memory(const Receive& receive) {
  return {.data = slot(receive), .columns = receive.message.columns.count, .element_bytes = sizeof(T)};
}

template <class T>
void TreeReduction<T>::join(const Receive& receive) {
  const auto& [first, count] = receive.message.columns;
  const bool first_child = receive.message.buffer < 2;
  join_((first_child ? mine_ : joined_) + first, slot(receive), joined_ + first, count);
}

template class TreeReduction<float>;
template class TreeReduction<double>;
template class TreeReduction<std::int64_t>;

}  // namespace uneven::reduction
