// SPDX-License-Identifier: MIT
#include "bp/training_data.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <random>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "bp/accuracy.hpp"
#include "bp/network.hpp"
#include "bp/weights.hpp"
#include "context.hpp"
#include "data/formats/npz.hpp"
#include "data/training/dataset.hpp"
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
    const std::int64_t one = options.network.output == document::OutputUnits::softmax ? below(network.outputs) : -1;
    for (std::int64_t k = 0; k < network.outputs; ++k)
      made.targets.push_back(static_cast<Real>(one < 0 ? below(2) : k == one));
  }
  return made;
}

}  // namespace

data::InputForm form_of(const document::BpOptions& options) {
  return options.standardise ? data::InputForm::dense : data::InputForm::by_density;
}

template <class Real>
data::Samples<Real> load_samples(const document::BpOptions& options, const document::Perceptron& network,
                                 document::Range samples) {
  require_addressable(network, samples);
  if (!options.data) return make_up<Real>(options, network, samples);
  return data::read_samples<Real>(*options.data, network.inputs, network.outputs, samples, form_of(options),
                                  {options.table, {}});
}

template <class Real>
void prepare(data::Samples<Real>& samples, const Inputs& inputs, const document::NetworkOptions& options,
             const std::string& spec, std::int64_t first) {
  const bool entropy = document::loss_of(options) == document::Loss::cross_entropy;
  const bool shares = options.output == document::OutputUnits::softmax;
  for (std::int64_t s = 0; entropy && s < samples.samples && !samples.targets.empty(); ++s) {
    const Real* target = samples.targets.data() + s * samples.outputs;
    double sum = 0;
    bool right = true;
    for (std::int64_t k = 0; k < samples.outputs; ++k) {
      sum += double(target[k]);
      right = right && target[k] >= 0 && target[k] <= 1;
    }
    if (right && (!shares || std::abs(sum - 1) < 1e-4)) continue;
    throw InputError(spec + ": row " + std::to_string(first + s + 1) + ": targets of " + name_of(options.output) +
                     " outputs and cross-entropy; expected numbers from 0 to 1" + (shares ? " with the sum 1" : ""));
  }
  if (inputs.scale) data::standardise(samples, *inputs.scale);
  if (inputs.bias) append_ones(samples);
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

template void prepare(data::Samples<float>&, const Inputs&, const document::NetworkOptions&, const std::string&,
                      std::int64_t);
template void prepare(data::Samples<double>&, const Inputs&, const document::NetworkOptions&, const std::string&,
                      std::int64_t);
template data::Samples<float> load_samples(const document::BpOptions&, const document::Perceptron&, document::Range);
template data::Samples<double> load_samples(const document::BpOptions&, const document::Perceptron&, document::Range);
template perceptron::Samples<float> view(const data::Samples<float>&);
template perceptron::Samples<double> view(const data::Samples<double>&);

namespace {

constexpr std::size_t notes_of_rows = 5;
constexpr std::int64_t samples_looked_at = 100;

data::DatasetInfo checked(const data::Dataset& set, const std::string& spec, const document::Perceptron& network) {
  data::DatasetInfo info = set.info();
  const auto require = [&](const std::string& what, std::int64_t found, std::int64_t expected) {
    if (found != expected)
      throw InputError(spec + ": has " + std::to_string(found) + " " + what + "; the plan's network has " +
                       std::to_string(expected));
  };
  require("inputs", info.inputs, network.inputs);
  require("outputs", info.outputs, network.outputs);
  return info;
}

/// Reads and prepares the first samples in parts, and hands them on in their order.
template <class Real, class Use>
void in_prepared_parts(const data::Dataset& set, std::int64_t samples, data::InputForm form, const Inputs& inputs,
                       const document::NetworkOptions& options, const std::string& spec, const Use& use) {
  constexpr std::int64_t numbers = 1 << 22, least_rows = 1024;
  const std::int64_t rows = std::max(least_rows, numbers / (set.info().inputs + set.info().outputs));
  for (std::int64_t first = 0; first < samples; first += rows) {
    auto part = set.read<Real>({first, std::min(rows, samples - first)}, form);
    prepare(part, inputs, options, spec, first);
    use(part);
  }
}

/// Reads a whole file of held-out samples, which are used late, too late to find bad rows.
template <class Real>
void check_held_out(const std::string& spec, const document::BpOptions& options, const document::Partition& plan) {
  const document::Perceptron& network = plan.network;
  const data::Dataset set(spec, network.inputs, like_training_data(options, document::units_of(plan)));
  checked(set, spec, network);
  in_prepared_parts<Real>(set, set.info().samples, data::InputForm::by_density, {}, options.network, spec,
                          [](const auto&) {});
}

void tell(const data::DatasetInfo& info, const std::string& spec, std::int64_t samples) {
  for (const std::string& line : info.notes) runner::note(line);
  const std::size_t all = info.warnings.size();
  for (std::size_t i = 0; i < std::min(all, notes_of_rows); ++i) runner::note(info.warnings[i]);
  if (all > notes_of_rows) runner::note(spec + ": " + std::to_string(all - notes_of_rows) + " more rows are skipped");
  if (info.samples > samples)
    runner::note(spec + ": has " + std::to_string(info.samples) + " samples; the plan uses the first " +
                 std::to_string(samples));
}

/// Adds options that earlier versions did not have to the identity of a training; usual values are left out.
void add_identity(document::Json& identity, const document::BpOptions& o) {
  if (o.network != document::NetworkOptions())
    identity["units"] = {name_of(o.network.hidden), name_of(o.network.output), name_of(loss_of(o.network)),
                         o.network.bias ? "bias" : "no bias"};
  if (o.batch) identity["batch"] = *o.batch;
  if (o.standardise) identity["standardise"] = true;
  if (o.rate_schedule.kind != document::RateSchedule::Kind::constant)
    identity["learning_rate_schedule"] = text_of(o.rate_schedule);
  if (o.validation) identity["validation"] = {cleaned(without_folders(*o.validation)), o.validate_every};
}

}  // namespace

data::DatasetOptions like_training_data(const document::BpOptions& options, const std::vector<std::int64_t>& sizes) {
  data::DatasetOptions how{options.table, {}, sizes.back()};
  if (options.data) how.labels = data::read_dataset_info(*options.data, sizes.front(), how).labels;
  return how;
}

Found check_data(const document::Partition& plan, const document::BpOptions& options, std::int64_t samples,
                 const std::vector<std::string>& digests) {
  for (const auto* spec : {&options.test, &options.validation}) {
    if (!*spec) continue;
    if (options.precision == "double")
      check_held_out<double>(**spec, options, plan);
    else
      check_held_out<float>(**spec, options, plan);
  }
  for (const auto* files : {&options.weights_in, &options.weights_out})
    if (*files) weight_files(**files, document::units_of(plan));
  Found found;
  found.samples = samples > 0 ? samples : plan.samples;
  document::Json& identity = found.identity;
  identity = {{"run", "bp"},
              {"network", document::text_of(document::units_of(plan))},
              {"samples", found.samples},
              {"precision", options.precision},
              {"seed", options.seed},
              {"data", nullptr}};
  add_identity(identity, options);
  if (!options.data) {
    identity["form"] = options.form == "dense" ? document::Json("dense") : document::Json();
    found.dense = options.form == "dense";
    return found;
  }
  const data::Dataset set(*options.data, plan.network.inputs, {options.table, {}, plan.network.outputs});
  const data::DatasetInfo info = checked(set, *options.data, plan.network);
  if (info.samples < found.samples)
    throw InputError(*options.data + ": has " + std::to_string(info.samples) + " samples; the plan needs " +
                     std::to_string(found.samples));
  if (samples == 0) found.samples = info.samples;
  found.tables = info.format != data::DataFormat::nettalk;
  tell(info, *options.data, found.samples);
  identity["samples"] = found.samples;
  identity["data"] = cleaned(without_folders(*options.data));
  identity["data_digest"] = digests;
  identity["data_bytes"] = info.bytes;
  if (options.table != document::TableOptions()) identity["table"] = document::identity_of(options.table);
  if (options.standardise) found.scale = data::scale_of(set, {0, found.samples});
  found.dense = !set.read<double>({0, std::min(found.samples, samples_looked_at)}, form_of(options)).sparse;
  return found;
}

void check_outputs(const document::BpOptions& options, bool force) {
  if (options.model) {
    require_replaceable(*options.model, data::npz_magic, "an NPZ file", force);
    require_writable(*options.model);
  }
  if (options.checkpoint) document::require_checkpoint_place(*options.checkpoint, force);
  if (!options.weights_out) return;
  for (const std::string& file : files_of(*options.weights_out)) {
    require_replaceable(file, npy_magic, "an NPY array", force);
    require_writable(file);
  }
}

template <class Real>
void add_accuracies(document::OrderedJson& result, const document::BpOptions& options,
                    const std::vector<std::int64_t>& sizes, std::int64_t samples, const Inputs& inputs,
                    const Whole<Real>& weights) {
  const auto add = [&](const std::string& prefix, const std::string& spec, std::int64_t count,
                       const data::DatasetOptions& how) {
    const data::Dataset set(spec, sizes.front(), how);
    const data::DatasetInfo& info = set.info();
    const std::int64_t used = count > 0 ? count : info.samples;
    if (count > 0 && !info.labels.empty()) result["labels"] = info.labels;
    const bool classes = options.network.output != document::OutputUnits::linear || !info.labels.empty();
    const bool phonemes = info.format == data::DataFormat::nettalk;
    Quality found;
    in_prepared_parts<Real>(set, used, form_of(options), inputs, options.network, spec, [&](const auto& part) {
      found.add(quality(sizes, options.network, weights, part, phonemes));
    });
    add_quality(result, prefix, found, sizes.back(), classes);
  };
  if (options.data) add("", *options.data, samples, {options.table, {}, sizes.back()});
  if (options.test) add("test_", *options.test, 0, like_training_data(options, sizes));
}

#define UNEVEN_INSTANTIATE(Real)                                                                                     \
  template void add_accuracies(document::OrderedJson&, const document::BpOptions&, const std::vector<std::int64_t>&, \
                               std::int64_t, const Inputs&, const Whole<Real>&);
UNEVEN_INSTANTIATE(float)
UNEVEN_INSTANTIATE(double)
#undef UNEVEN_INSTANTIATE

}  // namespace uneven::bp
