#include "cluster/scaled.hpp"

#include <algorithm>
#include <cmath>

namespace uneven::cluster {

Scaled scaled(std::span<const double> speed) {
  Scaled result{{}, std::ilogb(*std::ranges::max_element(speed))};
  for (const double s : speed) result.speed.push_back(std::ldexp(s, -result.exponent));
  return result;
}

}  // namespace uneven::cluster
