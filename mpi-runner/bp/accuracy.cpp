// SPDX-License-Identifier: MIT
#include "bp/accuracy.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "bp/training_data.hpp"
#include "data/dataset.hpp"
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

template <class Real>
void add_accuracies(document::OrderedJson& result, const document::BpOptions& options, const document::Partition& plan,
                    const Whole<Real>& weights) {
  const auto add = [&](const std::string& name, const std::string& spec, std::int64_t count) {
    const data::DatasetInfo info = data::read_dataset_info(spec, plan.network.inputs);
    const auto samples = data::read_samples<Real>(spec, plan.network.inputs, plan.network.outputs,
                                                  {0, count > 0 ? count : info.samples});
    const Accuracy got = accuracy(plan.network, weights, view(samples), info.format == data::DataFormat::nettalk);
    result[name] = got.right;
    result[name + "_baseline"] = got.baseline;
  };
  if (options.data) add("accuracy", *options.data, plan.samples);
  if (options.test) add("test_accuracy", *options.test, 0);
}

#define UNEVEN_INSTANTIATE(Real)                                                                                       \
  template Accuracy accuracy(const document::Perceptron&, const Whole<Real>&, const perceptron::Samples<Real>&, bool); \
  template void add_accuracies(document::OrderedJson&, const document::BpOptions&, const document::Partition&,         \
                               const Whole<Real>&);
UNEVEN_INSTANTIATE(float)
UNEVEN_INSTANTIATE(double)
#undef UNEVEN_INSTANTIATE

}  // namespace uneven::bp
