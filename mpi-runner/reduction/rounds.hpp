// SPDX-License-Identifier: MIT
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "comm/common_start.hpp"
#include "context.hpp"
#include "document/options/reduction_options.hpp"
#include "document/reduction_tree.hpp"
#include "schedule/performer.hpp"

namespace uneven::reduction {

/// Rounds that all start together. Between rounds all rest, lest one pay for quotas that another has used up.
class Rounds {
 public:
  /// @param root  of the tree.
  Rounds(const runner::Context& context, const comm::Communicator& comm, const document::ReductionOptions& options,
         std::int64_t root)
      : start_together_(comm, context.wait_policy, static_cast<int>(root)), options_(options), start_(MPI_Wtime()) {
    runner::begin_work();
  }

  /// What one round of `once` takes here.
  template <class Once>
  double seconds(const Once& once) {
    const double start = start_together_.wait(std::min(rests * last_, period_s));
    once();
    return last_ = MPI_Wtime() - start;
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
