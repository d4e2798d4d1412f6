// SPDX-License-Identifier: MIT
#include <utility>

#include "bp/run.hpp"
#include "comm/collectives.hpp"

namespace uneven::bp {

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
