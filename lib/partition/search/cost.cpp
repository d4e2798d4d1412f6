// SPDX-License-Identifier: MIT
#include "partition/search/cost.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "base/error.hpp"
#include "base/text_stream.hpp"

namespace uneven::partition {

namespace {

std::int64_t ceil_log2(std::int64_t k) { return std::bit_width(static_cast<std::uint64_t>(k - 1)); }

}  // namespace

double phi(Collective collective, std::int64_t k) {
  switch (collective) {
    case Collective::tree:
      return static_cast<double>(ceil_log2(k));
    case Collective::ring:
      return static_cast<double>(k - 1) / static_cast<double>(k);
    default:
      return static_cast<double>(k - 1);
  }
}

std::int64_t last_with_same_phi(Collective collective, std::int64_t k) {
  return collective == Collective::tree ? static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(k))) : k;
}

Wide column_cost(Collective collective, std::int64_t k, std::int64_t width) {
  switch (collective) {
    case Collective::tree:
      return Wide(ceil_log2(k)) * width;
    case Collective::ring:
      return Wide(k - 1) * width / k;
    default:
      return Wide(k - 1) * width;
  }
}

bool column_fits(Collective collective, std::int64_t k, std::int64_t width, Wide limit) {
  if (collective == Collective::ring) return Wide(k - 1) * width < (limit + 1) * k;
  return column_cost(collective, k, width) <= limit;
}

Weights weights_of(const Problem& problem) {
  const auto n = static_cast<double>(problem.network.inputs);
  const auto m = static_cast<double>(problem.network.hidden);
  const auto l = static_cast<double>(problem.network.outputs);
  return {2 * l * static_cast<double>(problem.samples), 2 * (l + n) * m};
}

double elements(const Problem& problem, Wide maximum, std::int64_t total, std::int64_t columns) {
  const auto [within, between] = weights_of(problem);
  return within * static_cast<double>(maximum) / static_cast<double>(total) +
         between * phi(problem.collective, columns);
}

namespace {

constexpr double largest_sum = 0x1p61;
constexpr int most_decimals = 9;

void check(const std::vector<double>& speeds) {
  if (speeds.empty()) throw InputError("/processors: no processor; expected at least one");
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    if (std::isfinite(speeds[i]) && speeds[i] > 0) continue;
    OutputText text;
    text << "/processors/" << i << "/speed: " << speeds[i] << " is not a speed; expected a finite value > 0";
    throw InputError(text.str());
  }
}

/// The least power of ten that makes every speed whole; absent if there is none.
std::optional<double> decimal_factor(const std::vector<double>& speeds) {
  for (int decimals = 0; decimals <= most_decimals; ++decimals) {
    const double factor = std::pow(10.0, decimals);
    const bool whole = std::all_of(speeds.begin(), speeds.end(), [&](double speed) {
      // A decimal as the machine holds it is the double nearest to whole / factor.
      const double nearest = std::round(speed * factor);
      return nearest >= 1 && nearest <= 0x1p53 && nearest / factor == speed;
    });
    if (whole) return factor;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::int64_t> whole_speeds(const std::vector<double>& speeds) {
  check(speeds);
  const double largest = *std::max_element(speeds.begin(), speeds.end());
  double sum = 0;  // in units of the largest, which cannot overflow
  for (const double speed : speeds) sum += speed / largest;

  std::vector<std::int64_t> whole(speeds.size());
  const auto factor = decimal_factor(speeds);
  if (factor && largest * *factor * sum < largest_sum) {
    // Doubling keeps proportions, and leaves ring's (k - 1) / k room below the unit.
    const int doublings = std::ilogb(largest_sum / (largest * *factor * sum));
    std::transform(speeds.begin(), speeds.end(), whole.begin(),
                   [&](double speed) { return std::llround(speed * *factor) << doublings; });
    return whole;
  }
  // largest / 2^exponent lies in [1, 2), so scaling by a power of two afterwards rounds once.
  const int exponent = std::ilogb(largest);
  const int scale = std::ilogb(largest_sum / sum) - 1;
  std::transform(speeds.begin(), speeds.end(), whole.begin(), [&](double speed) {
    return std::max<std::int64_t>(1, std::llround(std::ldexp(std::ldexp(speed, -exponent), scale)));
  });
  return whole;
}

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
