#include "partition/balance.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "partition/iteration.hpp"
#include "partition/small_groups.hpp"
#include "partition/whole_numbers.hpp"
#include "partition/whole_speeds.hpp"

namespace uneven::partition {

namespace {

constexpr int rounds = 4;

Realised shared_by(const std::vector<double>& speeds, const Arrangement& columns, double small_group,
                   const Problem& problem) {
  Realised shared{without_small_groups(proportional(columns, whole_speeds(speeds)), small_group), {}};
  shared.whole = whole_numbers(shared.layout, speeds, problem.samples, problem.network.hidden, small_group > 0);
  leave_out_empty(shared.layout, shared.whole);
  return shared;
}

}  // namespace

Realised balanced(const Realised& realised, double small_group, const Problem& problem,
                  const document::Speeds& speeds) {
  std::vector<double> apparent;
  for (const auto& processor : speeds.processors) apparent.push_back(processor.speed);
  Realised best, next = realised;
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const document::Partition plan = partition_of(next, problem, speeds);
    const std::vector<double> busy = busy_seconds_per_iteration(plan, speeds);
    for (const document::Rectangle& r : plan.rectangles)
      apparent[static_cast<std::size_t>(r.processor)] =
          static_cast<double>(r.samples.count * r.hidden.count) / busy[static_cast<std::size_t>(r.processor)];
    Realised again = shared_by(apparent, next.layout.columns, small_group, problem);
    if (const double longest = std::ranges::max(busy); longest < least) {
      least = longest;
      best = std::move(next);
    }
    next = std::move(again);
  }
  return best;
}

}  // namespace uneven::partition
