#include "partition/whole_speeds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>

#include "base/error.hpp"

namespace uneven::partition {

namespace {

constexpr double largest_sum = 0x1p61;
constexpr int most_decimals = 9;

void check(const std::vector<double>& speeds) {
  if (speeds.empty()) throw InputError("/processors: no processor; expected at least one");
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    if (std::isfinite(speeds[i]) && speeds[i] > 0) continue;
    std::ostringstream text;
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

}  // namespace uneven::partition
