// SPDX-License-Identifier: MIT
#include "bp/accuracy.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "bp/network.hpp"
#include "bp/training_data.hpp"
#include "data/training/nettalk.hpp"
#include "perceptron/block.hpp"
#include "perceptron/matrix.hpp"

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

/// Means of the targets, and the squares of their distances from them.
template <class Real>
void add_deviations(const std::vector<Real>& targets, std::int64_t outputs, Quality& found) {
  for (std::int64_t k = 0; k < outputs; ++k) {
    double mean = 0;
    for (std::size_t i = static_cast<std::size_t>(k); i < targets.size(); i += static_cast<std::size_t>(outputs))
      mean += double(targets[i]);
    mean /= static_cast<double>(targets.size()) / static_cast<double>(outputs);
    for (std::size_t i = static_cast<std::size_t>(k); i < targets.size(); i += static_cast<std::size_t>(outputs))
      found.deviations += (double(targets[i]) - mean) * (double(targets[i]) - mean);
    found.means.push_back(mean);
  }
}

/// The weighted sums of some samples' outputs, shape [count, outputs], which may be changed.
template <class Real>
using Take = std::function<void(std::int64_t first, std::int64_t count, Real* sums)>;

template <class Real>
void compute_sums(const std::vector<std::int64_t>& sizes, const document::NetworkOptions& options,
                  const Whole<Real>& weights, const data::Samples<Real>& samples, const Take<Real>& take) {
  const document::Perceptron network = computed({sizes[0], sizes[1], sizes[2]}, options.bias);
  perceptron::Samples<Real> seen = view(samples);
  seen.outputs = network.outputs;
  perceptron::Block<Real> block(seen, network.hidden, 0, 1, units_of(options, network, {0, network.hidden}));
  for (std::int64_t row = 0; row < block.rows(); ++row)
    std::copy_n(weights.data() + row * network.hidden, network.hidden, block.weights() + row * block.stride());
  block.start_iteration();
  for (std::int64_t c = 0; c < block.chunks(); ++c) {
    block.forward(c);
    take(block.first_sample(c), block.sample_count(c), block.partial());
  }
}

/// The same of several hidden layers.
template <class Real>
void compute_chain_sums(const std::vector<std::int64_t>& sizes, const document::NetworkOptions& options,
                        const Whole<Real>& weights, const data::Samples<Real>& samples, const Take<Real>& take) {
  constexpr std::int64_t chunk = 256;
  std::vector<perceptron::Matrix<Real>> layers;
  auto next = weights.begin();
  for (std::size_t j = 0; j + 1 < sizes.size(); ++j) {
    perceptron::Matrix<Real>& layer = layers.emplace_back(sizes[j] + options.bias, sizes[j + 1]);
    std::copy_n(next, layer.size(), layer.at(0));
    next += layer.size();
  }
  for (std::int64_t first = 0; first < samples.samples; first += chunk) {
    const std::int64_t count = std::min(chunk, samples.samples - first);
    perceptron::Matrix<Real> inputs(count, samples.inputs);
    for (std::int64_t s = 0; s < count; ++s) {
      if (!samples.sparse)
        std::copy_n(samples.dense.data() + (first + s) * samples.inputs, samples.inputs, inputs.at(s));
      else
        for (std::int64_t k = samples.row_start[static_cast<std::size_t>(first + s)];
             k < samples.row_start[static_cast<std::size_t>(first + s + 1)]; ++k)
          *inputs.at(s, samples.active[static_cast<std::size_t>(k)]) = 1;
    }
    auto sums = perceptron::output_sums(layers, units_of(options), std::move(inputs));
    take(first, count, sums.at(0));
  }
}

}  // namespace

void Quality::add(const Quality& other) {
  if (other.samples > 0 && samples > 0) {
    const auto own = static_cast<double>(samples), others = static_cast<double>(other.samples);
    for (std::size_t k = 0; k < means.size(); ++k) {
      const double distance = other.means[k] - means[k];
      deviations += distance * distance * own * others / (own + others);
      means[k] += distance * others / (own + others);
    }
  } else if (other.samples > 0) {
    means = other.means;
  }
  loss += other.loss;
  squares += other.squares;
  deviations += other.deviations;
  samples += other.samples;
  right += other.right;
  for (const auto& [key, count] : other.of_class) of_class[key] += count;
}

template <class Real>
Quality quality(const std::vector<std::int64_t>& sizes, const document::NetworkOptions& options,
                const Whole<Real>& weights, const data::Samples<Real>& samples, bool phonemes,
                std::vector<double>* outputs) {
  Quality found;
  if (samples.samples == 0) return found;
  const bool known = !samples.targets.empty();
  const std::int64_t width = sizes.back();
  const perceptron::Units units = units_of(options);
  std::vector<Real> slopes;
  if (outputs) outputs->reserve(static_cast<std::size_t>(samples.samples * width));
  const auto look = [&](std::int64_t first, std::int64_t rows, Real* sums) {
    const Real* targets = known ? samples.targets.data() + first * width : nullptr;
    if (known) {
      slopes.assign(sums, sums + rows * width);
      found.loss += perceptron::output_error(units, slopes.data(), targets, rows, width);
    }
    perceptron::activate_outputs(units.output, sums, rows, width);
    if (outputs) outputs->insert(outputs->end(), sums, sums + rows * width);
    for (std::int64_t s = 0; known && s < rows; ++s) {
      const Real *output = sums + s * width, *target = targets + s * width;
      found.right +=
          phonemes ? data::is_best_guess_right(output, target) : class_of(output, width) == class_of(target, width);
      ++found.of_class[key_of(target, width, phonemes)];
      for (std::int64_t k = 0; k < width; ++k) {
        const double distance = double(output[k]) - double(target[k]);
        found.squares += distance * distance;
      }
    }
  };
  if (sizes.size() == 3)
    compute_sums<Real>(sizes, options, weights, samples, look);
  else
    compute_chain_sums<Real>(sizes, options, weights, samples, look);
  if (!known) return found;
  found.samples = samples.samples;
  add_deviations(samples.targets, width, found);
  return found;
}

void add_quality(document::OrderedJson& result, const std::string& prefix, const Quality& quality, std::int64_t outputs,
                 bool classes) {
  const auto all = static_cast<double>(quality.samples);
  if (classes) {
    std::int64_t commonest = 0;
    for (const auto& [key, count] : quality.of_class) commonest = std::max(commonest, count);
    result[prefix + "accuracy"] = static_cast<double>(quality.right) / all;
    result[prefix + "accuracy_baseline"] = static_cast<double>(commonest) / all;
    return;
  }
  const double numbers = all * static_cast<double>(outputs);
  result[prefix + "mean_squared_error"] = quality.squares / numbers;
  result[prefix + "mean_squared_error_baseline"] = quality.deviations / numbers;
}

template Quality quality(const std::vector<std::int64_t>&, const document::NetworkOptions&, const Whole<float>&,
                         const data::Samples<float>&, bool, std::vector<double>*);
template Quality quality(const std::vector<std::int64_t>&, const document::NetworkOptions&, const Whole<double>&,
                         const data::Samples<double>&, bool, std::vector<double>*);

}  // namespace uneven::bp
