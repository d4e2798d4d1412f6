// SPDX-License-Identifier: MIT
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/trace.hpp"
#include "comm/wait.hpp"
#include "context.hpp"
#include "document/json.hpp"
#include "document/options/plan_options.hpp"
#include "document/reduction_tree.hpp"
#include "reduction/run.hpp"
#include "schedule/performer.hpp"

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

/// The reference for a tree: MPI_Reduce on the same items, joined in their order, with each algorithm that can be
/// forced.
template <class T>
class Rivals {
 public:
  /// Collective.
  /// @param comm     the plan's processors.
  /// @param joining  is not taken to commute, unless the operator is one of MPI's.
  /// @param place    of this one.
  Rivals(const comm::Communicator& comm, const document::ReductionOptions& options, const Joining<T>& joining,
         const TreePlace& place);
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
  bool own_ = false;  ///< operator_ and element_ are made here
};

/// Rounds that all start together. Between rounds all rest, lest one pay for quotas that another has used up.
class Rounds {
 public:
  /// @param root  of the tree.
  Rounds(const runner::Context& context, const comm::Communicator& comm, const document::ReductionOptions& options,
         std::int64_t root)
      : start_together_(comm, context.wait_policy, static_cast<int>(root)), options_(options), start_(MPI_Wtime()) {
    runner::begin_work();
  }

  /// What one round of `once` takes here. @param phase  of the trace.
  template <class Once>
  double seconds(const Once& once, trace::Phase phase = trace::Phase::round) {
    const double start = start_together_.wait(std::min(rests * last_, period_s));
    once();
    const double end = MPI_Wtime();
    comm::record(phase, start, end);
    return last_ = end - start;
  }

  /// Whether all go on after `done` rounds; the root decides.
  bool go_on(std::int64_t done) {
    const double spent = MPI_Wtime() - start_;
    const bool stop = runner::stop_requested() || (options_.max_seconds && spent > *options_.max_seconds);
    const bool more = done < options_.repeat && !(done > 0 && stop);
    return start_together_.from_leader(more) != 0;
  }

 private:
  static constexpr double rests = 4;       ///< times as long as the last round
  static constexpr double period_s = 0.1;  ///< of most quotas

  comm::CommonStart start_together_;
  const document::ReductionOptions& options_;
  double start_;
  double last_ = 0;  ///< round's seconds
};

/// What is said of every result: operator, items, shape, segments.
document::OrderedJson facts(const document::ReductionTree& plan, const document::ReductionOptions& options);

/// The report, at the root; nothing elsewhere. Collective.
/// @param seconds     of every round; the root's count.
/// @param operations  of this process in one round, times the elements.
/// @param result      the root's counts.
std::string report_of(const document::ReductionTree& plan, const document::ReductionOptions& options,
                      const runner::Context& context, const comm::Communicator& comm, const schedule::Times& times,
                      const std::vector<double>& seconds, double operations, document::OrderedJson result);

}  // namespace uneven::reduction
