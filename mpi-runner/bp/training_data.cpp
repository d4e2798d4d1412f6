// SPDX-License-Identifier: MIT
#include "bp/training_data.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <random>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/foreign_text.hpp"
#include "base/output_file.hpp"
#include "bp/weights.hpp"
#include "context.hpp"
#include "data/dataset.hpp"
#include "document/checkpoint.hpp"
#include "document/partition.hpp"
#include "partition/memory.hpp"

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
  return data::read_samples<Real>(*options.data, network.inputs, network.outputs, samples);
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

data::DatasetInfo checked(const std::string& spec, const document::Perceptron& network) {
  data::DatasetInfo info = data::read_dataset_info(spec, network.inputs);
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
    const document::Range all{0, checked(*options.test, plan.network).samples};
    // Reads the whole file: the accuracy is measured last, too late to find bad rows.
    if (options.precision == "double")
      data::read_samples<double>(*options.test, inputs, outputs, all);
    else
      data::read_samples<float>(*options.test, inputs, outputs, all);
  }
  if (!options.data) {
    identity["form"] = options.form == "dense" ? document::Json("dense") : document::Json();
    return identity;
  }
  const data::DatasetInfo info = checked(*options.data, plan.network);
  if (info.samples < plan.samples)
    throw InputError(*options.data + ": has " + std::to_string(info.samples) + " samples; the plan needs " +
                     std::to_string(plan.samples));
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

}  // namespace uneven::bp
