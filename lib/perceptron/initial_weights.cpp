#include "perceptron/initial_weights.hpp"

#include "base/checksum.hpp"

namespace uneven::perceptron {

std::vector<double> initial_weights(std::uint64_t seed, std::int64_t unit, std::int64_t count) {
  // Mixed twice, so that neighbouring seeds and units start far apart in the generator's sequence.
  std::uint64_t state = mix(mix(seed + golden) + golden * (static_cast<std::uint64_t>(unit) + 1));
  std::vector<double> weights(static_cast<std::size_t>(count));
  for (double& weight : weights) {
    state += golden;
    weight = 0.6 * (static_cast<double>(mix(state) >> 11) * 0x1p-53) - 0.3;
  }
  return weights;
}

}  // namespace uneven::perceptron
