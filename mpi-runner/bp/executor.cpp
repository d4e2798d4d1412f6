// SPDX-License-Identifier: MIT
#include <cblas.h>

#include <utility>

#include "base/text.hpp"
#include "base/text_stream.hpp"
#include "bp/network.hpp"
#include "bp/predict.hpp"
#include "bp/run.hpp"
#include "bp/training_data.hpp"
#include "comm/communicator.hpp"
#include "document/common.hpp"
#include "document/document.hpp"
#include "document/partition.hpp"
#include "executors.hpp"
#include "job_files.hpp"
#include "planned.hpp"

namespace uneven::bp {

namespace {

template <class Real>
std::string run(const document::Partition& plan, const document::BpOptions& options, std::int64_t samples,
                const runner::Context& context, const comm::Communicator& comm) {
  Run<Real> run(plan, options, samples, context, comm);
  runner::begin_work();
  run.train();
  return run.report();
}

}  // namespace

std::string execute(const document::Job& job, const runner::Context& context) {
  openblas_set_num_threads(1);
  if (!document::raw_at(job.input, "predict").is_null()) return predict(job, context);
  document::Partition plan;
  std::int64_t samples = 0;
  document::BpOptions options;
  comm::all_or_abort(context.world, [&] {
    document::in_document("", [&] {
      plan = document::of_json(job.plan, "/plan", {"partition"}).as<document::Partition>();
      options = document::options_from_json<document::BpOptions>(job.input, job.options);
      document::require_processors(options.slow, std::ssize(plan.cluster));
      if (!options.form && document::raw_at(plan.kernel_options, "input") == "dense") options.form = "dense";
      samples = plan.samples;
      if (!options.batch) return;
      // A plan for the batch tells nothing of the number of samples.
      if (*options.batch == plan.samples && options.data) samples = 0;
      if (*options.batch > plan.samples)
        throw InputError("/options/batch: found " + std::to_string(*options.batch) + "; expected at most the plan's " +
                         std::to_string(plan.samples) + " samples");
      plan = for_samples(std::move(plan), *options.batch);
    });
  });
  runner::resolve_paths(context,
                        {{"/input/data", &options.data, true},
                         {"/input/test", &options.test, true},
                         {"/input/validation", &options.validation, true},
                         {"/input/weights_in", &options.weights_in, true}},
                        {{"/options/weights_out", &options.weights_out, true},
                         {"/options/checkpoint", &options.checkpoint},
                         {"/options/model", &options.model}});
  const auto comm = runner::planned_communicator(plan.cluster, options.match, context);
  if (!comm) return {};
  return options.precision == "double" ? run<double>(plan, options, samples, context, *comm)
                                       : run<float>(plan, options, samples, context, *comm);
}

template <class Real>
document::OrderedJson Run<Real>::result(const Whole<Real>& weights) const {
  document::OrderedJson result;
  if (!plan_.layers.empty()) result["network"] = document::text_of(this->sizes_);
  result["error"] = error_;
  result["seconds"] = this->iteration_s_;
  if (options_.replan > 0) result["replans"] = this->replans_;
  if (options_.network != document::NetworkOptions()) {
    const document::NetworkOptions& o = options_.network;
    result["units"] = {{"hidden", name_of(o.hidden)},
                       {"output", name_of(o.output)},
                       {"loss", name_of(document::loss_of(o))},
                       {"bias", o.bias}};
  }
  if (validation_) {
    result["validation"] = validation_->losses();
    result["best_iteration"] = validation_->best_iteration();
  }
  add_accuracies(result, options_, this->sizes_, samples_, inputs_, weights);
  return result;
}

/// The trained network, without its weights. @param result  of the report, which has the labels.
template <class Real>
Model Run<Real>::model_of(const document::OrderedJson& result) const {
  Model model{this->sizes_, options_.network, {}, inputs_.scale, options_.precision == "single"};
  if (const auto labels = result.find("labels"); labels != result.end())
    model.labels = labels->template get<std::vector<std::string>>();
  return model;
}

/// Tells the cause of the run's end, in the report and as a note.
template <class Real>
void Run<Real>::tell_end(document::Report& report) const {
  const std::string after = " after " + std::to_string(done_) + (done_ == 1 ? " iteration" : " iterations");
  const bool reached = options_.target_error && !error_.empty() && error_.back() <= *options_.target_error;
  if (options_.target_error) report.converged = reached;
  if (reached) {
    report.stopped = "target";
    runner::note("the target error is reached" + after);
    return;
  }
  if (late_) {
    report.stopped = "validation";
    runner::note("stopped" + after + ": the validation got no better " + std::to_string(options_.patience) +
                 " times; the weights are those after " + std::to_string(validation_->best_iteration()));
    return;
  }
  const bool all = done_ >= options_.iterations;
  report.stopped = all ? "iterations" : phase_->control.stopped();
  if (options_.target_error)
    runner::note("the target error is not reached" + after +
                 (error_.empty() ? "" : ": the error is " + shortest(error_.back())));
  else if (report.stopped == "time")
    runner::note("stopped" + after + " of " + std::to_string(options_.iterations));
}

template <class Real>
std::string Run<Real>::report() {
  context_.wait_policy.meet(comm_);  // processors without work have been waiting
  Whole<Real> weights;
  if (phase_) {
    weights = phase_->gather(Kept::weights);
    if (options_.checkpoint) write_state();
    if (validation_ && !validation_->best().empty()) weights = validation_->best();
    this->end_phase();
  }
  document::Report report;
  report.processors = runner::gather_reports(comm_, context_, this->mine_);
  std::string text;
  comm::all_or_abort(comm_, [&] {
    if (!root()) return;
    if (options_.weights_out) write_weights(*options_.weights_out, this->sizes_, options_.network.bias, weights);
    const std::int64_t here = done_ - done_before_;
    report.of = "bp";
    report.unit = plan_.layers.empty() ? "hidden unit x sample" : "weight x sample";
    const std::string input = phase_->sparse() ? "one-hot" : "dense";
    if (plan_.layers.empty()) {  // several layers are no kernel
      report.kernel = "bp";
      report.kernel_options = {{"network", document::text_of(plan_.network)}, {"input", input}};
      if (options_.precision != "single") report.kernel_options["precision"] = options_.precision;
    }
    report.iterations = here;
    report.seconds_per_iteration = here > 0 ? this->seconds_ / static_cast<double>(here) : 0;
    const auto planned = plan_.kernel_options.find("input");
    const bool as_planned = !plan_.layers.empty() || planned == plan_.kernel_options.end() || *planned == input;
    if (options_.precision == "single" && as_planned) report.predicted_seconds_per_iteration = plan_.predicted.seconds;
    tell_end(report);
    report.result = result(weights);
    if (options_.model) write_model(*options_.model, model_of(report.result), weights);
    OutputText out;
    write_document(out, report, false);
    text = out.str();
  });
  return text;
}

#define UNEVEN_INSTANTIATE(Real)                                              \
  template std::string Run<Real>::report();                                   \
  template document::OrderedJson Run<Real>::result(const Whole<Real>&) const; \
  template Model Run<Real>::model_of(const document::OrderedJson&) const;     \
  template void Run<Real>::tell_end(document::Report&) const;
UNEVEN_INSTANTIATE(float)
UNEVEN_INSTANTIATE(double)
#undef UNEVEN_INSTANTIATE

}  // namespace uneven::bp
