// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/transport.hpp"
#include "comm/wait.hpp"
#include "context.hpp"
#include "document/common.hpp"
#include "document/options/plan_options.hpp"
#include "document/reduction_tree.hpp"
#include "reduction/operators.hpp"
#include "reduction/prediction.hpp"
#include "schedule/performer.hpp"
#include "schedule/schedule.hpp"

namespace uneven::reduction {

/// What joins numbers.
template <class T>
struct Joining {
  Operator<T> join = nullptr;
  std::int64_t width = 1;  ///< numbers in an element
};

/// Joins all items along the tree, `repeat` times. Collective.
/// @return  the report at rank 0, nothing elsewhere.
template <class T>
std::string run_numbers(const document::ReductionTree& plan, const document::ReductionOptions& options,
                        const Joining<T>& joining, const runner::Context& context, const comm::Communicator& comm);

/// The same with words, or the lines of a text.
std::string run_concatenation(const document::ReductionTree& plan, const document::ReductionOptions& options,
                              const runner::Context& context, const comm::Communicator& comm);

/// Performs the list of a reduction in one piece: joins the texts from below to `mine` and sends it up. Collective over
/// the tree.
/// @param left  by child, whether its text stands before.
/// @return  all texts, in the order of items, at the root; a part of them elsewhere.
std::string concatenate(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                        const schedule::Schedule& list, const std::vector<bool>& left, std::string mine);

/// One process's place in a tree: rank i is processor i.
struct TreePlace {
  int parent = -1;  ///< -1 at the root and at processors left out
  std::vector<int> children;
  std::vector<bool> left;  ///< by child: its result stands left of this one's
  document::Range items;   ///< none at processors left out
};

TreePlace place_of(const document::ReductionTree& tree, int processor);

/// Joins vectors along a tree, again and again, as its schedule says: children are joined in the order of the plan,
/// not of arrival, so the result has the same bits in every run.
template <class T>
class TreeReduction : private schedule::Actor {
 public:
  /// @param join_items  joins the items of this process. @return  shape [numbers], which stays until the next call.
  TreeReduction(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                const document::ReductionTree& tree, const Vectors& vectors, Operator<T> join,
                std::function<const T*()> join_items);

  /// One reduction. Collective over the tree.
  /// @param joined  shape [numbers]: the result at the root; undefined elsewhere.
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

/// Items of a range as rows of numbers, shape [items.count, numbers]: made up from the seed, or read from the file.
/// The file has passed check_data().
/// @param numbers  in an item.
/// @throws OpenError, IoError, InputError  at a number that is not finite.
template <class T>
std::vector<T> load_items(const document::ReductionOptions& options, document::Range items, std::int64_t numbers);

/// Checks that this host's file, if there is one, holds as many items of as many numbers. @throws InputError
void check_data(const document::ReductionOptions& options, std::int64_t items, std::int64_t numbers);

}  // namespace uneven::reduction
