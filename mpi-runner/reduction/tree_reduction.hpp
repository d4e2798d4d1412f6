#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/clock.hpp"
#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "document/reduction_tree.hpp"
#include "reduction/operators.hpp"

namespace uneven::reduction {

/// One process's place in a tree: rank i is processor i.
struct TreePlace {
  int parent = -1;  ///< -1 at the root and at processors left out
  std::vector<int> children;
  document::Range items;  ///< none at processors left out
};

TreePlace place_of(const document::ReductionTree& tree, int processor);

/// Joins vectors along a tree with point-to-point messages, again and again.
///
/// A vector travels in pieces: a process joins its children's first pieces and passes the result on before the second
/// ones. Children are joined in the order of the plan, whoever arrives first, so the result has the same bits in
/// every run.
template <class T>
class TreeReduction {
 public:
  /// @param count     numbers in a vector, >= 1.
  /// @param multiple  pieces end at multiples of this many numbers (4 for matrices).
  TreeReduction(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, TreePlace place,
                std::int64_t count, std::int64_t segments, std::int64_t multiple, Operator<T> join);

  /// Joins `mine`, shape [count], with all that comes from below, and sends it up. Collective over the tree.
  /// @param joined  shape [count], may be `mine`: the result at the root; elsewhere what is in it means nothing.
  /// Cost: `segments` messages to the parent; memory for two pieces per child.
  void run(const T* mine, T* joined, comm::Times& times);

 private:
  std::int64_t length(std::int64_t piece) const;
  T* slot(std::size_t child, std::int64_t piece);
  void receive(std::size_t child, std::int64_t piece);
  void wait(std::span<MPI_Request> requests, comm::Times& times, comm::Clock& clock) const;

  const comm::Communicator& comm_;
  const comm::WaitPolicy& wait_policy_;
  TreePlace place_;
  std::int64_t count_, piece_, pieces_;
  Operator<T> join_;
  std::vector<std::vector<T>> received_;          ///< by child: two pieces in turn
  std::vector<std::vector<MPI_Request>> coming_;  ///< by child and turn
};

extern template class TreeReduction<float>;
extern template class TreeReduction<double>;
extern template class TreeReduction<std::int64_t>;

}  // namespace uneven::reduction
