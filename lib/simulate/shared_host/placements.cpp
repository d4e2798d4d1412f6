// SPDX-License-Identifier: MIT
#include "simulate/shared_host/placements.hpp"

namespace uneven::simulate {

double mean_end(const std::vector<std::vector<Step>>& steps, const Platform& platform, std::size_t processor,
                unsigned first, unsigned placements) {
  constexpr bool rested = true;
  if (platform.shared_cores.empty()) placements = 1;
  double sum = 0;
  for (unsigned seed = first; seed < first + placements; ++seed)
    sum += replay(steps, platform, rested, seed)[processor];
  return sum / placements;
}

}  // namespace uneven::simulate
