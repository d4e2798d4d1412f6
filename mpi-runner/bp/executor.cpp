// SPDX-License-Identifier: MIT
#include <cblas.h>

#include <sstream>
#include <utility>

#include "base/text.hpp"
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
std::string run(const document::Partition& plan, const document::BpOptions& options, const runner::Context& context,
                const comm::Communicator& comm) {
  Run<Real> run(plan, options, context, comm);
  run.train();
  return run.report();
}

}  // namespace

std::string execute(const document::Job& job, const runner::Context& context) {
  openblas_set_num_threads(1);
  document::Partition plan;
  document::BpOptions options;
  comm::all_or_abort(context.world, [&] {
    document::in_document("", [&] {
      plan = document::of_json(job.plan, "/plan", {"partition"}).as<document::Partition>();
      options = document::options_from_json<document::BpOptions>(job.input, job.options);
      document::require_processors(options.slow, std::ssize(plan.cluster));
      if (!options.form && document::raw_at(plan.kernel_options, "input") == "dense") options.form = "dense";
    });
  });
  runner::resolve_paths(
      context,
      {{"/input/data", &options.data, true},
       {"/input/test", &options.test, true},
       {"/input/weights_in", &options.weights_in, true}},
      {{"/options/weights_out", &options.weights_out, true}, {"/options/checkpoint", &options.checkpoint}});
  const auto comm = runner::planned_communicator(plan.cluster, options.match, context);
  if (!comm) return {};
  return options.precision == "double" ? run<double>(plan, options, context, *comm)
                                       : run<float>(plan, options, context, *comm);
}

template <class Real>
document::OrderedJson Run<Real>::result(const Whole<Real>& weights) const {
  document::OrderedJson result{{"error", error_}, {"seconds", iteration_s_}};
  if (options_.replan > 0) result["replans"] = replans_;
  add_accuracies(result, options_, plan_, weights);
  return result;
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
  context_.wait_policy.meet(comm_);  // processors without a rectangle have been waiting
  Whole<Real> weights;
  if (phase_) {
    weights = gather_weights();
    if (options_.checkpoint) write_state();
    end_phase();
  }
  document::Report report;
  report.processors = runner::gather_reports(comm_, context_, mine_);
  std::string text;
  comm::all_or_abort(comm_, [&] {
    if (!root()) return;
    if (options_.weights_out) write_weights(*options_.weights_out, plan_.network, weights);
    const std::int64_t here = done_ - done_before_;
    report.of = report.kernel = "bp";
    const std::string input = phase_->samples.sparse ? "one-hot" : "dense";
    report.kernel_options = {{"network", document::text_of(plan_.network)}, {"input", input}};
    if (options_.precision != "single") report.kernel_options["precision"] = options_.precision;
    report.unit = "hidden unit x sample";
    report.iterations = here;
    report.seconds_per_iteration = here > 0 ? seconds_ / static_cast<double>(here) : 0;
    const auto planned = plan_.kernel_options.find("input");
    const bool as_planned = planned == plan_.kernel_options.end() || *planned == input;
    if (options_.precision == "single" && as_planned) report.predicted_seconds_per_iteration = plan_.predicted.seconds;
    tell_end(report);
    report.result = result(weights);
    std::ostringstream out;
    write_document(out, report, false);
    text = out.str();
  });
  return text;
}

#define UNEVEN_INSTANTIATE(Real)                                              \
  template std::string Run<Real>::report();                                   \
  template document::OrderedJson Run<Real>::result(const Whole<Real>&) const; \
  template void Run<Real>::tell_end(document::Report&) const;
UNEVEN_INSTANTIATE(float)
UNEVEN_INSTANTIATE(double)
#undef UNEVEN_INSTANTIATE

template <class Real>
partition::RunProgress Run<Real>::run_progress(double seconds) const {
  const Control& control = phase_->control;
  return {phase_->plan, phase_->ranks, control.compute_s(), control.error().size(), done_, seconds};
}

/// Asks the root whether another plan pays, and follows it. Collective in the phase.
template <class Real>
void Run<Real>::replan() {
  finish_iteration();
  if (phase_->control.stopped()) return;
  document::Json made;
  if (root()) made = replanner_.ask(run_progress(MPI_Wtime() - start_));
  replanner_.answered(done_, MPI_Wtime() - start_);
  made = document::Json::parse(comm::broadcast(phase_->comm, made.dump()));
  if (made.is_null()) return;
  replans_.push_back(document::OrderedJson(made["why"]));
  adopt(document::from_json<document::Partition>(made["plan"]));
}

/// Begins a phase with a new plan: reads its samples; moves the weights to the root and back. Collective in the phase.
template <class Real>
void Run<Real>::adopt(const document::Partition& plan) {
  const double start = MPI_Wtime();
  State<Real> state = gather_state();
  const bool momentum = options_.momentum > 0;
  end_phase();
  const std::unique_ptr<Phase<Real>> last = std::move(phase_);
  last->trainer.reset();
  last->samples = {};
  phase_ = phase(last->comm, plan);
  const document::Range hidden = phase_ ? phase_->part.hidden : document::Range{};
  perceptron::Block<Real>* block = phase_ ? &phase_->trainer->block() : nullptr;
  const std::int64_t stride = block ? block->stride() : 0;
  scatter(last->comm, plan_.network, hidden, std::move(state.weights), block ? block->weights() : nullptr, stride);
  if (momentum)
    scatter(last->comm, plan_.network, hidden, std::move(state.velocity),
            phase_ ? phase_->trainer->velocity() : nullptr, stride);
  const double now = MPI_Wtime();
  replanner_.follow(done_, now - start_, now - start);
}

/// Adds the phase's work and times to the sums over all phases.
template <class Real>
void Run<Real>::end_phase() {
  const std::vector<double>& error = phase_->control.error();
  const schedule::Times& times = phase_->trainer->times();
  const document::Range samples = phase_->part.samples, hidden = phase_->part.hidden;
  error_.insert(error_.end(), error.begin(), error.end());
  mine_.work += static_cast<double>(samples.count * hidden.count) * static_cast<double>(error.size());
  mine_.compute_s += times.compute_s;
  mine_.communicate_s += times.communicate_s;
  mine_.wait_s += times.wait_s;
}

#define UNEVEN_INSTANTIATE(Real)                                         \
  template partition::RunProgress Run<Real>::run_progress(double) const; \
  template void Run<Real>::replan();                                     \
  template void Run<Real>::adopt(const document::Partition&);            \
  template void Run<Real>::end_phase();
UNEVEN_INSTANTIATE(float)
UNEVEN_INSTANTIATE(double)
#undef UNEVEN_INSTANTIATE

}  // namespace uneven::bp
