// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "document/json.hpp"
#include "document/options/reduction_options.hpp"
#include "reduction/tree_reduction.hpp"

namespace uneven::reduction {

/// MPI_Reduce with one algorithm of Open MPI's component "tuned".
struct MpiReduction {
  std::string algorithm;  ///< "default" is what the library chooses itself
  comm::Communicator comm;
};

/// A communicator for each algorithm that can be forced: the algorithm is taken from a control variable of the MPI
/// tools interface when a communicator is made. Collective.
///
/// It needs `coll_tuned_use_dynamic_rules` to be set before MPI starts; without it, or with another MPI, there is
/// only "default".
/// @param commutes  false: only the algorithms that keep the order of ranks.
std::vector<MpiReduction> mpi_reductions(const comm::Communicator& comm, bool commutes);

/// The operator of that name for MPI_Reduce; release with free_operator.
template <class T>
MPI_Op mpi_operator(const std::string& name);
void free_operator(MPI_Op& op);

/// What a tree is measured against: MPI_Reduce on the same items, joined in their order, with each algorithm that can
/// be forced.
template <class T>
class Rivals {
 public:
  /// Collective.
  /// @param comm   the plan's processors.
  /// @param place  of this one.
  Rivals(const comm::Communicator& comm, const document::ReductionOptions& options, const TreePlace& place);
  Rivals(const Rivals&) = delete;
  Rivals& operator=(const Rivals&) = delete;
  ~Rivals();

  /// None without `against_mpi`.
  std::size_t count() const { return reductions_.size(); }

  /// One reduction. Collective over the processors with items.
  /// @param mine  this one's items, joined.
  void join(std::size_t rival, const T* mine);

  /// Notes what that took.
  void took(std::size_t rival, double seconds) { seconds_[rival].push_back(seconds); }

  /// Of each, seconds and their ratio to those of the tree.
  document::OrderedJson report(double tree_s) const;

 private:
  std::vector<MpiReduction> reductions_;
  std::vector<std::vector<double>> seconds_;  ///< by rival
  bool member_;                               ///< this processor has items
  int root_ = 0;
  int elements_ = 0;
  std::vector<T> result_;
  MPI_Datatype element_ = comm::type_of<T>();
  MPI_Op operator_ = MPI_OP_NULL;
};

}  // namespace uneven::reduction
