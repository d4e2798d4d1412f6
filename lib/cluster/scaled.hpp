#pragma once

#include <span>
#include <vector>

namespace uneven::cluster {

/// Speeds in a unit of which the fastest has 1 to 2: their sum, and the times of any work, do not overflow.
struct Scaled {
  std::vector<double> speed;  ///< v_i / 2^exponent, shape [N]; not rounded
  int exponent = 0;
};

/// @param speed  shape [N], N >= 1, each finite and > 0.
Scaled scaled(std::span<const double> speed);

}  // namespace uneven::cluster
