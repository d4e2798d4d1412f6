#include "search/chunks.hpp"

#include <algorithm>
#include <cmath>

#include "cluster/scaled.hpp"
#include "search/placement.hpp"

namespace uneven::search {

Chunks::Chunks(const document::Search& plan) : examples_(plan.examples) {
  if (plan.method == "static-process") fixed_ = std::min(plan.examples, plan.pieces * plan.processors);
  if (plan.method == "synchronous-data") fixed_ = std::min(plan.examples, plan.pieces * (plan.processors - 1));
  if (plan.method == "asynchronous-data") unit_ = *plan.unit;
  if (plan.method == "self-scheduling") {
    least_ = plan.least;
    half_share_ = even_shares(plan.examples, cluster::scaled(speeds_of(plan.cluster)).speed, start_of(plan.times));
    for (double& share : half_share_) share /= 2 * static_cast<double>(plan.examples);
  }
}

document::Range Chunks::next(int rank) {
  const std::int64_t left = examples_ - taken_;
  std::int64_t count = unit_;
  if (fixed_ > 0) {
    const std::int64_t part = examples_ / fixed_, longer = examples_ % fixed_;
    count = part + (number_++ < longer ? 1 : 0);
  } else if (!half_share_.empty()) {
    const double half = half_share_[static_cast<std::size_t>(rank)];
    if (half == 0) return {taken_, 0};
    const double least = 2 * half * static_cast<double>(half_share_.size()) * static_cast<double>(least_);
    count = std::max<std::int64_t>(1, std::llround(std::max(least, half * static_cast<double>(left))));
  }
  const document::Range range{taken_, std::min(count, left)};
  taken_ += range.count;
  return range;
}

}  // namespace uneven::search
