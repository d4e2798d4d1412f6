#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

#include "document/partition.hpp"
#include "partition/replan.hpp"
#include "partition/stretch.hpp"

namespace uneven::partition {

/// Compares what the processors of a plan take with what it has them take, stretch by stretch of about a second.
class Watch {
 public:
  /// Takes what is known after some iterations.
  /// @param ranks      of the processors, which keep them in new plans.
  /// @param compute_s  of all iterations so far, by processor.
  /// @return           the processor that was farthest behind its plan in two stretches, one after the other; each
  /// once.
  std::optional<Drift> look(const document::Partition& plan, const std::vector<int>& ranks,
                            const std::vector<double>& compute_s, std::size_t iterations, double seconds);

  /// From now on, so many seconds after the start, a new plan is followed.
  void follow_new_plan(double seconds);

 private:
  Stretch stretch_;
  double seconds_ = 0;            ///< before it
  std::optional<Drift> suspect_;  ///< of the stretch before
  std::set<int> said_;            ///< ranks
};

}  // namespace uneven::partition
