// SPDX-License-Identifier: MIT
#include <algorithm>
#include <type_traits>
#include <utility>

#include "base/error.hpp"
#include "data/formats/npy.hpp"
#include "data/table.hpp"
#include "reduction/operators.hpp"
#include "reduction/run.hpp"

namespace uneven::reduction {

using schedule::Memory;
using schedule::Receive;

TreePlace place_of(const document::ReductionTree& tree, int processor) {
  const auto find = [&](std::int64_t wanted) {
    return std::ranges::find(tree.processors, wanted, &document::TreeNode::processor);
  };
  const auto node = find(processor);
  if (node == tree.processors.end()) return {};
  TreePlace place{
      static_cast<int>(node->parent.value_or(-1)), {node->children.begin(), node->children.end()}, {}, node->items};
  for (const auto child : node->children) place.left.push_back(find(child)->items.first < node->items.first);
  return place;
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
  const auto child = static_cast<std::size_t>(receive.message.buffer) / 2;
  const T *here = (child == 0 ? mine_ : joined_) + first, *there = slot(receive);
  if (place_.left[child]) std::swap(here, there);
  join_(here, there, joined_ + first, count);
}

template class TreeReduction<float>;
template class TreeReduction<double>;
template class TreeReduction<std::int64_t>;

template <class T>
std::vector<T> load_items(const document::ReductionOptions& options, document::Range items, std::int64_t numbers) {
  if (options.data) {
    auto rows = data::read_npy_rows<T>(*options.data, data::read_npy_header(*options.data), items);
    if constexpr (std::is_floating_point_v<T>) data::require_finite(*options.data, rows, items, {0, numbers});
    return rows;
  }
  std::vector<T> rows;
  rows.reserve(items.count * numbers);
  for (auto item = items.first; item < items.end(); ++item) {
    const auto row = made_up_item<T>(options.seed, item, numbers);
    rows.insert(rows.end(), row.begin(), row.end());
  }
  return rows;
}

void check_data(const document::ReductionOptions& options, std::int64_t items, std::int64_t numbers) {
  if (!options.data) return;
  const auto header = data::read_npy_header(*options.data);
  if (header.rows() != items || header.columns() != numbers)
    throw InputError(*options.data + ": found " + std::to_string(header.rows()) + " x " +
                     std::to_string(header.columns()) + " numbers; expected a row of " + std::to_string(numbers) +
                     " for each of " + std::to_string(items) + " items");
  if (options.type == document::NumberType::int64 && data::is_floating(header.type))
    throw InputError(*options.data + ": found floating-point numbers; expected whole ones for type int64");
}

template std::vector<float> load_items(const document::ReductionOptions&, document::Range, std::int64_t);
template std::vector<double> load_items(const document::ReductionOptions&, document::Range, std::int64_t);
template std::vector<std::int64_t> load_items(const document::ReductionOptions&, document::Range, std::int64_t);

}  // namespace uneven::reduction
