#include "perceptron/initial_weights.hpp"

namespace uneven::perceptron {
namespace {

constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;

std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

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
