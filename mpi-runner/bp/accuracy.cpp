// SPDX-License-Identifier: MIT
#include "bp/accuracy.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "bp/network.hpp"
#include "bp/training_data.hpp"
#include "data/nettalk.hpp"
#include "perceptron/block.hpp"

namespace uneven::bp {

namespace {

/// Key of a target: targets of the same class have the same key.
template <class Real>
std::vector<std::int64_t> key_of(const Real* target, std::int64_t outputs, bool phonemes) {
  if (!phonemes) return {class_of(target, outputs)};
  std::vector<std::int64_t> features;
  for (int f = 0; f < data::phoneme_features; ++f) features.push_back(target[f] > Real(0.5));
  return features;
}

/// Squares of the distances of targets from the mean of their output.
template <class Real>
double deviations_of(const std::vector<Real>& targets, std::int64_t outputs) {
  double sum = 0;
  for (std::int64_t k = 0; k < outputs; ++k) {
    double mean = 0;
    for (std::size_t i = static_cast<std::size_t>(k); i < targets.size(); i += static_cast<std::size_t>(outputs))
      mean += double(targets[i]);
    mean /= static_cast<double>(targets.size()) / static_cast<double>(outputs);
    for (std::size_t i = static_cast<std::size_t>(k); i < targets.size(); i += static_cast<std::size_t>(outputs))
      sum += (double(targets[i]) - mean) * (double(targets[i]) - mean);
  }
  return sum;
}

}  // namespace

template <class Real>
Quality quality(const document::Perceptron& network, const document::NetworkOptions& options,
                const Whole<Real>& weights, const data::Samples<Real>& samples, bool phonemes,
                std::vector<double>* outputs) {
  Quality found;
  if (samples.samples == 0) return found;
  const bool known = !samples.targets.empty();
  perceptron::Samples<Real> seen = view(samples);
  seen.outputs = network.outputs;
  perceptron::Block<Real> block(seen, network.hidden, 0, 1, units_of(options, network, {0, network.hidden}));
  for (std::int64_t row = 0; row < block.rows(); ++row)
    std::copy_n(weights.data() + row * network.hidden, network.hidden, block.weights() + row * block.stride());
  block.start_iteration();
  std::map<std::vector<std::int64_t>, std::int64_t> count;
  std::vector<Real> sums;
  for (std::int64_t c = 0; c < block.chunks(); ++c) {
    const std::int64_t numbers = block.sample_count(c) * network.outputs;
    block.forward(c);
    if (known) {
      sums.assign(block.partial(), block.partial() + numbers);
      found.loss += block.output_error(c);
      std::copy(sums.begin(), sums.end(), block.partial());
    }
    block.outputs(c);
    if (outputs) outputs->insert(outputs->end(), block.partial(), block.partial() + numbers);
    for (std::int64_t s = 0; known && s < block.sample_count(c); ++s) {
      const Real* output = block.partial() + s * network.outputs;
      const Real* target = samples.targets.data() + (block.first_sample(c) + s) * network.outputs;
      found.right += phonemes ? data::is_best_guess_right(output, target)
                              : class_of(output, network.outputs) == class_of(target, network.outputs);
      found.commonest = std::max(found.commonest, ++count[key_of(target, network.outputs, phonemes)]);
      for (std::int64_t k = 0; k < network.outputs; ++k) {
        const double distance = double(output[k]) - double(target[k]);
        found.squares += distance * distance;
      }
    }
  }
  if (known) found.deviations = deviations_of(samples.targets, network.outputs);
  return found;
}

void add_quality(document::OrderedJson& result, const std::string& prefix, const Quality& quality,
                 const document::Perceptron& network, std::int64_t samples, bool classes) {
  const auto all = static_cast<double>(samples);
  if (classes) {
    result[prefix + "accuracy"] = static_cast<double>(quality.right) / all;
    result[prefix + "accuracy_baseline"] = static_cast<double>(quality.commonest) / all;
    return;
  }
  const double numbers = all * static_cast<double>(network.outputs);
  result[prefix + "mean_squared_error"] = quality.squares / numbers;
  result[prefix + "mean_squared_error_baseline"] = quality.deviations / numbers;
}

template Quality quality(const document::Perceptron&, const document::NetworkOptions&, const Whole<float>&,
                         const data::Samples<float>&, bool, std::vector<double>*);
template Quality quality(const document::Perceptron&, const document::NetworkOptions&, const Whole<double>&,
                         const data::Samples<double>&, bool, std::vector<double>*);

}  // namespace uneven::bp
