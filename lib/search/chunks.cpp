#include "search/chunks.hpp"

#include <algorithm>
#include <cmath>

#include "cluster/scaled.hpp"
#include "search/placement.hpp"

namespace uneven::search {

Chunks::Chunks(const document::Search& plan) : examples_(plan.examples), processors_(plan.processors) {
  if (plan.method == "static-process") {
    fixed_ = std::min(plan.examples, plan.pieces * plan.processors);
    for (std::int64_t rank = 0; rank < processors_; ++rank) shares_.push_back({first_part(rank), first_part(rank + 1)});
  }
  if (plan.method == "synchronous-data") fixed_ = std::min(plan.examples, plan.pieces * (plan.processors - 1));
  if (plan.method == "asynchronous-data") unit_ = *plan.unit;
  if (plan.method == "self-scheduling") {
    least_ = plan.least;
    half_share_ = even_shares(plan.examples, cluster::scaled(speeds_of(plan.cluster)).speed, start_of(plan.times));
    for (double& share : half_share_) share /= 2 * static_cast<double>(plan.examples);
  }
}

std::int64_t Chunks::first_row(std::int64_t part) const {
  return part * (examples_ / fixed_) + std::min(part, examples_ % fixed_);
}

std::int64_t Chunks::first_part(std::int64_t rank) const {
  return rank * (fixed_ / processors_) + std::min(rank, fixed_ % processors_);
}

document::Range Chunks::share(int rank) const {
  const std::int64_t first = first_row(first_part(rank));
  return {first, first_row(first_part(rank + 1)) - first};
}

document::Range Chunks::next_of_shares(std::size_t rank) {
  if (Left& own = shares_[rank]; own.count() > 0) return rows(own.first++);
  Left& longest = *std::ranges::max_element(shares_, {}, &Left::count);
  return longest.count() > 0 ? rows(--longest.end) : document::Range{examples_, 0};
}

document::Range Chunks::next(int rank) {
  if (!shares_.empty()) return next_of_shares(static_cast<std::size_t>(rank));
  const std::int64_t left = examples_ - taken_;
  std::int64_t count = unit_;
  if (fixed_ > 0) {
    count = number_ < fixed_ ? rows(number_++).count : 0;
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
