// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "comm/transport.hpp"
#include "document/reduction_tree.hpp"
#include "reduction/operators.hpp"
#include "reduction/schedule.hpp"
#include "schedule/performer.hpp"

namespace uneven::reduction {

/// One process's place in a tree: rank i is processor i.
struct TreePlace {
  int parent = -1;  ///< -1 at the root and at processors left out
  std::vector<int> children;
  document::Range items;  ///< none at processors left out
};

TreePlace place_of(const document::ReductionTree& tree, int processor);

/// Joins vectors along a tree, again and again, as its schedule says: children are joined in the order of the plan,
/// whoever arrives first, so the result has the same bits in every run.
template <class T>
class TreeReduction : private schedule::Actor {
 public:
  /// @param join_items  joins the items of this process. @return  shape [numbers], which stays until the next call.
  TreeReduction(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                const document::ReductionTree& tree, const Vectors& vectors, Operator<T> join,
                std::function<const T*()> join_items);

  /// One reduction. Collective over the tree.
  /// @param joined  shape [numbers]: the result at the root; elsewhere what is in it means nothing.
  /// Cost: a message to the parent for each piece; memory for two pieces of each child.
  void run(T* joined);

  const schedule::Times& times() const { return performer_.times(); }

 private:
  using schedule::Actor::memory;
  void work(const schedule::Work&) override { mine_ = join_items_(); }
  schedule::Memory memory(const schedule::Send& send) override;
  schedule::Memory memory(const schedule::Receive& receive) override;
  void join(const schedule::Receive& receive) override;
  T* slot(const schedule::Receive& receive);

  Vectors vectors_;
  TreePlace place_;
  std::int64_t piece_;
  schedule::Schedule schedule_;
  Operator<T> join_;
  std::function<const T*()> join_items_;
  std::vector<T> received_;  ///< two pieces of each child
  const T* mine_ = nullptr;
  T* joined_ = nullptr;
  comm::Transport transport_;
  schedule::Performer<T> performer_;
};

extern template class TreeReduction<float>;
extern template class TreeReduction<double>;
extern template class TreeReduction<std::int64_t>;

}  // namespace uneven::reduction
