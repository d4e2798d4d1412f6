#include "simulate/shared_host/noise.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace uneven::simulate {

namespace {

constexpr double largest_spread = 0.5;  // a speed stays positive
constexpr double most_spells = 0x1p62;  // then the first again

}  // namespace

double noisy_speed(int processor, double time, double spread) {
  if (spread <= 0 || !std::isfinite(time)) return 1;
  const double noise_period = std::fmod(time / noise_s, most_spells);
  std::seed_seq drawn{static_cast<std::int64_t>(processor), static_cast<std::int64_t>(noise_period)};
  std::minstd_rand random(drawn);
  const double even = 2.0 * static_cast<double>(random()) / std::minstd_rand::max() - 1;  // -1 to 1
  return 1 + std::min(spread, largest_spread) * std::numbers::sqrt3 * even;
}

}  // namespace uneven::simulate
