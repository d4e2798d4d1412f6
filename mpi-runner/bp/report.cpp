// SPDX-License-Identifier: MIT
#include <sstream>

#include "base/number.hpp"
#include "bp/accuracy.hpp"
#include "bp/run.hpp"
#include "comm/communicator.hpp"
#include "document/partition.hpp"
#include "planned.hpp"

namespace uneven::bp {

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

}  // namespace uneven::bp
