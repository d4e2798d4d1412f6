// SPDX-License-Identifier: MIT
#include "simulated/results.hpp"

#include <cblas.h>

#include <algorithm>
#include <numeric>

#include "base/error.hpp"
#include "bp/training_data.hpp"
#include "machine/machine.hpp"
#include "partition/memory.hpp"

namespace uneven::simulated {

namespace {

/// Calls `copy` with each row of the whole network's matrix, where it has hidden units of a block, and the block's row.
template <class Matrix, class Real, class Copy>
void by_rows_of(const document::Perceptron& network, document::Range hidden, Matrix& whole,
                perceptron::Block<Real>& block, const Copy& copy) {
  for (std::int64_t row = 0; row < block.rows(); ++row)
    copy(whole.data() + row * network.hidden + hidden.first, block.weights() + row * block.stride());
}

/// The first column holds every hidden unit once.
template <class Real>
bp::Whole<Real> gathered(const document::Partition& plan, const std::vector<std::unique_ptr<Training<Real>>>& ranks) {
  const document::Perceptron& network = plan.network;
  bp::Whole<Real> whole(static_cast<std::size_t>((network.inputs + network.outputs) * network.hidden));
  for (const document::Rectangle& r : plan.rectangles)
    if (r.column == 0)
      by_rows_of(network, r.hidden, whole, ranks[static_cast<std::size_t>(r.processor)]->trainer().block(),
                 [&](Real* all, const Real* own) { std::copy_n(own, r.hidden.count, all); });
  return whole;
}

}  // namespace

void prepare(document::BpOptions& options, const document::Job& job, const document::Partition& plan,
             const Setting& setting) {
  refuse_option(job.options, "checkpoint", options.checkpoint.has_value(), "in a simulation");
  refuse_option(job.options, "replan", options.replan > 0, "in a simulation");
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
  bp::check_data(plan, options, {});
  bp::check_outputs(options, setting.force);
}

template <class Real>
TrainingData<Real> load(const document::BpOptions& options, const document::Partition& plan,
                        const std::vector<partition::Part>& parts) {
  const bool dense = !options.data && options.form == "dense";
  const auto bytes = partition::training_bytes(plan, {sizeof(Real), dense});
  machine::require_free("the parts of all simulated ranks need", std::accumulate(bytes.begin(), bytes.end(), 0.0),
                        std::min(machine::free_host_memory(), machine::free_address_space()));
  TrainingData<Real> data;
  for (const partition::Part& part : parts)
    data.samples.push_back(bp::load_samples<Real>(options, plan.network, part.samples));
  if (options.weights_in) data.weights = bp::read_weights<Real>(*options.weights_in, plan.network);
  return data;
}

template <class Real>
void begin(Training<Real>& training, const TrainingData<Real>& data, std::size_t rank, const partition::Part& part,
           const document::BpOptions& options, const document::Perceptron& network) {
  training.compute_on(bp::view(data.samples[rank]));
  perceptron::Block<Real>& block = training.trainer().block();
  if (data.weights.empty()) return block.initialise(options.seed, part.hidden.first);
  by_rows_of(network, part.hidden, data.weights, block,
             [&](const Real* all, Real* own) { std::copy_n(all, part.hidden.count, own); });
}

template <class Real>
void finish(document::Report& report, const document::BpOptions& options, const document::Partition& plan,
            const std::vector<std::unique_ptr<Training<Real>>>& ranks, bool one_hot) {
  const bp::Whole<Real> weights = gathered(plan, ranks);
  const std::vector<double>& error = ranks.front()->error();
  if (options.weights_out) bp::write_weights(*options.weights_out, plan.network, weights);
  report.kernel_options["input"] = one_hot ? "one-hot" : "dense";
  if (options.target_error) {
    report.converged = !error.empty() && error.back() <= *options.target_error;
    if (*report.converged) report.stopped = "target";
  }
  report.result = {{"error", error}, {"seconds", ranks.front()->iteration_s()}};
  bp::add_accuracies(report.result, options, plan, weights);
}

#define UNEVEN_INSTANTIATE(Real)                                                                       \
  template TrainingData<Real> load(const document::BpOptions&, const document::Partition&,             \
                                   const std::vector<partition::Part>&);                               \
  template void begin(Training<Real>&, const TrainingData<Real>&, std::size_t, const partition::Part&, \
                      const document::BpOptions&, const document::Perceptron&);                        \
  template void finish(document::Report&, const document::BpOptions&, const document::Partition&,      \
                       const std::vector<std::unique_ptr<Training<Real>>>&, bool);
UNEVEN_INSTANTIATE(float)
UNEVEN_INSTANTIATE(double)
#undef UNEVEN_INSTANTIATE

}  // namespace uneven::simulated
