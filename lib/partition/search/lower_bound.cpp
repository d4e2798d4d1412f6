#include "partition/search/lower_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace uneven::partition {

namespace {

/// Rounding of H^2 / C, H the sum of the processors' square roots. A smaller excess over 1 bounds nothing.
double rounding_of(std::int64_t processors) {
  return 4 * std::numeric_limits<double>::epsilon() * static_cast<double>(processors);
}

}  // namespace

LowerBound::LowerBound(const std::vector<std::int64_t>& ascending, const Problem& problem)
    : problem_(problem), prefix_(ascending.size() + 1, 0) {
  std::partial_sum(ascending.begin(), ascending.end(), prefix_.begin() + 1);
  const auto total = static_cast<double>(prefix_.back());
  for (const std::int64_t speed : ascending) root_sum_ += std::sqrt(static_cast<double>(speed) / total);
  fastest_ = static_cast<double>(ascending.back()) / total;
}

double LowerBound::elements(std::int64_t columns) const {
  const auto count = static_cast<std::int64_t>(prefix_.size()) - 1;
  const auto width = static_cast<double>(columns);
  const std::int64_t crowd = (count + columns - 1) / columns;
  const double slowest = static_cast<double>(prefix_[crowd]) / static_cast<double>(prefix_.back());

  double maximum = 0;
  if (problem_.collective == Collective::linear) {
    const double excess = root_sum_ * root_sum_ / width - 1;
    if (excess > rounding_of(count)) maximum = excess / width;
  } else {
    maximum = phi(problem_.collective, crowd) * slowest;
    if (fastest_ * width < 1) maximum = std::max(maximum, phi(problem_.collective, 2) / width);
  }
  const auto [within, between] = weights_of(problem_);
  return within * maximum + between * phi(problem_.collective, columns);
}

double LowerBound::elements() const {
  const auto count = static_cast<std::int64_t>(prefix_.size()) - 1;
  double least = elements(1);
  for (std::int64_t columns = 2; columns <= count; ++columns) least = std::min(least, elements(columns));
  return least;
}

}  // namespace uneven::partition
