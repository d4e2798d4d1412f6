// SPDX-License-Identifier: MIT
#include "bp/training_data.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <new>
#include <random>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "bp/weights.hpp"
#include "context.hpp"
#include "data/dataset.hpp"
#include "data/nettalk.hpp"
#include "document/checkpoint.hpp"
#include "document/partition.hpp"
#include "partition/memory.hpp"
#include "perceptron/block.hpp"

namespace uneven::bp {

namespace {

/// Rejects sizes whose products would overflow before an allocation could fail.
/// @throws std::bad_alloc
void require_addressable(const document::Perceptron& network, document::Range range) {
  constexpr double most = 9007199254740991;
  const auto ends = static_cast<double>(network.inputs) + static_cast<double>(network.outputs);
  if (ends * std::max(static_cast<double>(network.hidden), static_cast<double>(range.count)) > most)
    throw std::bad_alloc();
}

/// Sample s depends on (seed, s) alone. One-hot input has one 1 in each of seven equal stretches of the inputs.
template <class Real>
data::Samples<Real> make_up(const document::BpOptions& options, const document::Perceptron& network,
                            document::Range range) {
  data::Samples<Real> made;
  made.samples = range.count;
  made.inputs = network.inputs;
  made.outputs = network.outputs;
  made.sparse = options.form != "dense";
  const std::int64_t ones = std::min(partition::ones_of_sample, network.inputs);
  if (made.sparse && network.inputs > std::numeric_limits<std::int32_t>::max())
    throw InputError(std::to_string(network.inputs) + " one-hot inputs; expected at most " +
                     std::to_string(std::numeric_limits<std::int32_t>::max()));
  // Reserve first: data too large for memory then fail before they fill it.
  made.targets.reserve(static_cast<std::size_t>(range.count * network.outputs));
  if (made.sparse)
    made.active.reserve(static_cast<std::size_t>(range.count * ones));
  else
    made.dense.reserve(static_cast<std::size_t>(range.count * network.inputs));
  if (made.sparse) made.row_start.push_back(0);
  for (std::int64_t s = range.first; s < range.end(); ++s) {
    std::seed_seq seed{static_cast<std::uint64_t>(options.seed), static_cast<std::uint64_t>(s)};
    std::minstd_rand random(seed);
    const auto below = [&](std::int64_t n) {
      return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
    };
    if (made.sparse) {
      for (std::int64_t k = 0; k < ones; ++k) {
        const std::int64_t first = network.inputs * k / ones;
        made.active.push_back(static_cast<std::int32_t>(first + below(network.inputs * (k + 1) / ones - first)));
      }
      made.row_start.push_back(static_cast<std::int64_t>(made.active.size()));
    } else {
      for (std::int64_t i = 0; i < network.inputs; ++i)
        made.dense.push_back(static_cast<Real>(below(2001) - 1000) / 1000);
    }
    for (std::int64_t k = 0; k < network.outputs; ++k) made.targets.push_back(static_cast<Real>(below(2)));
  }
  return made;
}

}  // namespace

template <class Real>
data::Samples<Real> load_samples(const document::BpOptions& options, const document::Perceptron& network,
                                 document::Range samples) {
  require_addressable(network, samples);
  if (!options.data) return make_up<Real>(options, network, samples);
  return data::read_samples<Real>(*options.data, network.inputs, network.outputs, samples, data::InputForm::by_density,
                                  {options.table, {}});
}

template <class Real>
perceptron::Samples<Real> view(const data::Samples<Real>& owner) {
  perceptron::Samples<Real> samples;
  samples.samples = owner.samples;
  samples.inputs = owner.inputs;
  samples.outputs = owner.outputs;
  samples.targets = owner.targets.data();
  if (owner.sparse) {
    samples.row_start = owner.row_start.data();
    samples.active = owner.active.data();
  } else {
    samples.dense = owner.dense.data();
  }
  return samples;
}

template data::Samples<float> load_samples(const document::BpOptions&, const document::Perceptron&, document::Range);
template data::Samples<double> load_samples(const document::BpOptions&, const document::Perceptron&, document::Range);
template perceptron::Samples<float> view(const data::Samples<float>&);
template perceptron::Samples<double> view(const data::Samples<double>&);

namespace {

constexpr std::size_t notes_of_rows = 5;

/// Of the test set the labels are those of the training set.
data::DatasetOptions of_test(const document::BpOptions& options, const document::Perceptron& network) {
  if (!options.data) return {options.table, {}};
  return {options.table, data::read_dataset_info(*options.data, network.inputs, {options.table, {}}).labels};
}

data::DatasetInfo checked(const std::string& spec, const document::Perceptron& network,
                          const data::DatasetOptions& options) {
  data::DatasetInfo info = data::read_dataset_info(spec, network.inputs, options);
  const auto require = [&](const std::string& what, std::int64_t found, std::int64_t expected) {
    if (found != expected)
      throw InputError(spec + ": has " + std::to_string(found) + " " + what + "; the plan's network has " +
                       std::to_string(expected));
  };
  require("inputs", info.inputs, network.inputs);
  require("outputs", info.outputs, network.outputs);
  return info;
}

}  // namespace

document::Json check_data(const document::Partition& plan, const document::BpOptions& options,
                          const std::vector<std::string>& digests) {
  document::Json identity{{"run", "bp"},
                          {"network", document::text_of(plan.network)},
                          {"samples", plan.samples},
                          {"precision", options.precision},
                          {"seed", options.seed},
                          {"data", nullptr}};
  if (options.test) {
    const auto [inputs, hidden, outputs] = plan.network;
    const data::DatasetOptions how = of_test(options, plan.network);
    const document::Range all{0, checked(*options.test, plan.network, how).samples};
    // Reads the whole file: the accuracy is measured last, too late to find bad rows.
    if (options.precision == "double")
      data::read_samples<double>(*options.test, inputs, outputs, all, data::InputForm::by_density, how);
    else
      data::read_samples<float>(*options.test, inputs, outputs, all, data::InputForm::by_density, how);
  }
  if (!options.data) {
    identity["form"] = options.form == "dense" ? document::Json("dense") : document::Json();
    return identity;
  }
  const data::DatasetInfo info = checked(*options.data, plan.network, {options.table, {}});
  if (info.samples < plan.samples)
    throw InputError(*options.data + ": has " + std::to_string(info.samples) + " samples; the plan needs " +
                     std::to_string(plan.samples));
  for (const std::string& line : info.notes) runner::note(line);
  const std::size_t all = info.warnings.size();
  for (std::size_t i = 0; i < std::min(all, notes_of_rows); ++i) runner::note(info.warnings[i]);
  if (all > notes_of_rows)
    runner::note(*options.data + ": " + std::to_string(all - notes_of_rows) + " more rows are skipped");
  if (info.samples > plan.samples)
    runner::note(*options.data + ": has " + std::to_string(info.samples) + " samples; the plan uses the first " +
                 std::to_string(plan.samples));
  identity["data"] = cleaned(without_folders(*options.data));
  identity["data_digest"] = digests;
  identity["data_bytes"] = info.bytes;
  if (options.table != document::TableOptions()) identity["table"] = document::identity_of(options.table);
  return identity;
}

void check_outputs(const document::BpOptions& options, bool force) {
  if (options.checkpoint) document::require_checkpoint_place(*options.checkpoint, force);
  if (!options.weights_out) return;
  for (const std::string& file : files_of(*options.weights_out)) {
    require_replaceable(file, npy_magic, "an NPY array", force);
    require_writable(file);
  }
}

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
  const auto add = [&](const std::string& name, const std::string& spec, std::int64_t count,
                       const data::DatasetOptions& how) {
    const data::DatasetInfo info = data::read_dataset_info(spec, plan.network.inputs, how);
    const auto samples =
        data::read_samples<Real>(spec, plan.network.inputs, plan.network.outputs, {0, count > 0 ? count : info.samples},
                                 data::InputForm::by_density, how);
    if (name == "accuracy" && !info.labels.empty()) result["labels"] = info.labels;
    const Accuracy got = accuracy(plan.network, weights, view(samples), info.format == data::DataFormat::nettalk);
    result[name] = got.right;
    result[name + "_baseline"] = got.baseline;
  };
  if (options.data) add("accuracy", *options.data, plan.samples, {options.table, {}});
  if (options.test) add("test_accuracy", *options.test, 0, of_test(options, plan.network));
}

#define UNEVEN_INSTANTIATE(Real)                                                                                       \
  template Accuracy accuracy(const document::Perceptron&, const Whole<Real>&, const perceptron::Samples<Real>&, bool); \
  template void add_accuracies(document::OrderedJson&, const document::BpOptions&, const document::Partition&,         \
                               const Whole<Real>&);
UNEVEN_INSTANTIATE(float)
UNEVEN_INSTANTIATE(double)
#undef UNEVEN_INSTANTIATE

}  // namespace uneven::bp
