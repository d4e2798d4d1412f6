// SPDX-License-Identifier: MIT
#include <cblas.h>

#include <algorithm>
#include <numeric>

#include "base/error.hpp"
#include "bp/training_data.hpp"
#include "machine/machine.hpp"
#include "partition/chain/memory.hpp"
#include "partition/memory.hpp"
#include "simulated/training.hpp"

namespace uneven::simulated {

void prepare(document::BpOptions& options, const document::Job& job, const document::Partition& plan,
             const Setting& setting) {
  refuse_option(job.options, "checkpoint", options.checkpoint.has_value(), "in a simulation");
  refuse_option(job.options, "batch", options.batch && *options.batch != plan.samples, "in a simulation");
  for (const auto& [name, file] : {std::pair{"predict", &options.predict}, {"validation", &options.validation}})
    if (*file)
      throw InputError(std::string("/input/") + name + ": found " + document::excerpt(job.input.at(name)) +
                       "; expected none in a simulation");
  const std::string computing = "in a simulation with --compute";
  refuse_option(job.options, "bias", setting.compute && options.network.bias, computing);
  refuse_option(job.options, "batch", setting.compute && options.batch, computing);
  refuse_option(job.options, "standardise", setting.compute && options.standardise, computing);
  refuse_option(job.options, "model", options.model.has_value(), "in a simulation");
  if (!setting.compute) {
    const std::string without = "without --compute";
    refuse_option(job.options, "target_error", options.target_error.has_value(), without);
    refuse_option(job.options, "weights_out", options.weights_out.has_value(), without);
    if (options.test)
      throw InputError("/input/test: found " + document::excerpt(job.input.at("test")) + "; expected none " + without);
    return;
  }
  openblas_set_num_threads(1);
  if (!options.form && document::raw_at(plan.kernel_options, "input") == "dense") options.form = "dense";
  if (!options.learning_rate) options.learning_rate = 2.0 / static_cast<double>(plan.samples);
  const std::vector<runner::JobFile> inputs{{"/input/data", &options.data, true},
                                            {"/input/test", &options.test, true},
                                            {"/input/weights_in", &options.weights_in, true}};
  const std::vector<runner::JobFile> outputs{{"/options/weights_out", &options.weights_out, true}};
  runner::resolve(setting.place, inputs);
  runner::resolve(setting.place, outputs);
  runner::require_apart(setting.place, inputs, outputs);
  bp::check_data(plan, options, plan.samples, {});
  bp::check_outputs(options, setting.force);
}

template <class Real>
bp::Whole<Real> first_weights(const document::BpOptions& options, const document::Partition& plan) {
  const bool dense = !options.data && options.form == "dense";
  const auto bytes = plan.layers.empty() ? partition::training_bytes(plan, {sizeof(Real), dense})
                                         : partition::chain_bytes(plan, sizeof(Real));
  machine::require_free("the parts of all simulated ranks need", std::accumulate(bytes.begin(), bytes.end(), 0.0),
                        std::min(machine::free_host_memory(), machine::free_address_space()));
  return options.weights_in ? bp::read_weights<Real>(*options.weights_in, document::units_of(plan), false)
                            : bp::Whole<Real>();
}

namespace {

/// What only computing gives.
template <class Real>
void add_computed(document::Report& report, const Outcome<Real>& root, const document::Partition& plan,
                  const document::BpOptions& options) {
  if (options.weights_out) bp::write_weights(*options.weights_out, document::units_of(plan), false, root.weights);
  if (plan.layers.empty()) report.kernel_options["input"] = root.one_hot ? "one-hot" : "dense";
  if (options.target_error) {
    report.converged = !root.error.empty() && root.error.back() <= *options.target_error;
    if (*report.converged) report.stopped = "target";
  }
  bp::add_accuracies(report.result, options, document::units_of(plan), plan.samples, {}, root.weights);
}

}  // namespace

template <class Real>
document::Report report_of(const std::vector<Outcome<Real>>& outcomes, const std::vector<int>& ranks,
                           const document::Partition& plan, const document::BpOptions& options,
                           const document::Speeds& speeds) {
  document::Report report;
  std::vector<const document::RankReport*> lines(speeds.processors.size(), nullptr);
  for (std::size_t i = 0; i < outcomes.size(); ++i) lines[static_cast<std::size_t>(ranks[i])] = &outcomes[i].line;
  for (std::size_t p = 0; p < lines.size(); ++p) {
    const document::RankReport found = lines[p] ? *lines[p] : document::RankReport();
    const schedule::Times times{found.compute_s, found.communicate_s, found.wait_s};
    report.processors.push_back(line_of(speeds.processors[p], found.work, times));
    report.processors.back().rank = static_cast<std::int64_t>(p);
  }
  const Outcome<Real>& root = *std::ranges::find(outcomes, true, &Outcome<Real>::root);
  report.iterations = root.iterations;
  if (root.iterations > 0) report.seconds_per_iteration = root.seconds / static_cast<double>(root.iterations);
  if (root.iterations >= options.iterations)
    report.stopped = "iterations";
  else if (root.stopped)
    report.stopped = root.stopped;
  const bool computed = !root.weights.empty(), one_layer = plan.layers.empty();
  if (!one_layer) report.result["network"] = document::text_of(document::units_of(plan));
  if (computed) report.result["error"] = root.error;
  report.result["seconds"] = root.iteration_s;
  if (options.replan > 0) report.result["replans"] = root.replans;
  if (one_layer) report.kernel_options = {{"network", document::text_of(plan.network)}};
  if (one_layer && options.precision != "single") report.kernel_options["precision"] = options.precision;
  if (computed) add_computed(report, root, plan, options);
  return report;
}

#define UNEVEN_INSTANTIATE(Real)                                                                  \
  template bp::Whole<Real> first_weights(const document::BpOptions&, const document::Partition&); \
  template document::Report report_of(const std::vector<Outcome<Real>>&, const std::vector<int>&, \
                                      const document::Partition&, const document::BpOptions&,     \
                                      const document::Speeds&);
UNEVEN_INSTANTIATE(float)
UNEVEN_INSTANTIATE(double)
#undef UNEVEN_INSTANTIATE

}  // namespace uneven::simulated
