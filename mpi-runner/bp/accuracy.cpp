// SPDX-License-Identifier: MIT
#include "bp/accuracy.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "data/nettalk.hpp"
#include "perceptron/block.hpp"

namespace uneven::bp {

namespace {

template <class Real>
std::int64_t largest(const Real* values, std::int64_t count) {
  return count == 1 ? values[0] > Real(0.5) : std::max_element(values, values + count) - values;
}

/// Key of a target: targets of the same class have the same key.
template <class Real>
std::vector<std::int64_t> key_of(const Real* target, std::int64_t outputs, bool phonemes) {
  if (!phonemes) return {largest(target, outputs)};
  std::vector<std::int64_t> features;
  for (int f = 0; f < data::phoneme_features; ++f) features.push_back(target[f] > Real(0.5));
  return features;
}

}  // namespace

template <class Real>
Accuracy accuracy(const document::Perceptron& network, const Whole<Real>& weights,
                  const perceptron::Samples<Real>& samples, bool phonemes) {
  perceptron::Block<Real> block(samples, network.hidden);
  for (std::int64_t row = 0; row < block.rows(); ++row)
    std::copy_n(weights.data() + row * network.hidden, network.hidden, block.weights() + row * block.stride());
  block.start_iteration();
  std::int64_t right = 0, commonest = 0;
  std::map<std::vector<std::int64_t>, std::int64_t> count;
  for (std::int64_t c = 0; c < block.chunks(); ++c) {
    block.forward(c);
    perceptron::sigmoid(block.partial(), block.sample_count(c) * network.outputs);
    for (std::int64_t s = 0; s < block.sample_count(c); ++s) {
      const Real* output = block.partial() + s * network.outputs;
      const Real* target = samples.targets + (block.first_sample(c) + s) * network.outputs;
      right += phonemes ? data::is_best_guess_right(output, target)
                        : largest(output, network.outputs) == largest(target, network.outputs);
      commonest = std::max(commonest, ++count[key_of(target, network.outputs, phonemes)]);
    }
  }
  const auto all = static_cast<double>(samples.samples);
  return {static_cast<double>(right) / all, static_cast<double>(commonest) / all};
}

template Accuracy accuracy(const document::Perceptron&, const Whole<float>&, const perceptron::Samples<float>&, bool);
template Accuracy accuracy(const document::Perceptron&, const Whole<double>&, const perceptron::Samples<double>&, bool);

}  // namespace uneven::bp
