// SPDX-License-Identifier: MIT
#include "perceptron/train.hpp"

#include "base/checksum.hpp"

namespace uneven::perceptron {

template <class Real>
double backward(Block<Real>& network, std::int64_t chunk, int slot) {
  const double error = network.output_error(chunk, slot);
  network.accumulate_output_gradient(chunk, slot);
  network.hidden_error(chunk, slot);
  network.accumulate_input_gradient(chunk, slot);
  return error;
}

template <class Real>
double iterate(Block<Real>& network, Real rate) {
  double error = 0;
  network.start_iteration();
  for (std::int64_t c = 0; c < network.chunks(); ++c) {
    network.forward(c);
    error += backward(network, c);
  }
  network.update(rate);
  return error;
}

template <class Real>
std::vector<double> train(Block<Real>& network, std::int64_t iterations, Real rate, double target_error) {
  std::vector<double> errors;
  while (static_cast<std::int64_t>(errors.size()) < iterations) {
    errors.push_back(iterate(network, rate));
    if (errors.back() <= target_error) break;
  }
  return errors;
}

template double backward(Block<float>&, std::int64_t, int);
template double backward(Block<double>&, std::int64_t, int);
template double iterate(Block<float>&, float);
template double iterate(Block<double>&, double);
template std::vector<double> train(Block<float>&, std::int64_t, float, double);
template std::vector<double> train(Block<double>&, std::int64_t, double, double);

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
