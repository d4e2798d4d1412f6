// SPDX-License-Identifier: MIT
#include "bp/run.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "bp/training_data.hpp"
#include "comm/communicator.hpp"
#include "context.hpp"
#include "document/checkpoint.hpp"
#include "job_files.hpp"
#include "partition/memory.hpp"
#include "partition/replan/replanner.hpp"

namespace uneven::bp {

template <class Real>
Phase<Real>::Phase(comm::Communicator team, document::Partition shared, const document::BpOptions& options,
                   const comm::WaitPolicy& wait_policy, int rank)
    : comm(std::move(team)),
      plan(std::move(shared)),
      ranks(comm::all_gather(comm, rank)),
      part(partition::schedule(plan, comm.rank(), sizeof(Real))),
      transport(comm, wait_policy),
      control(transport, part.schedule, options) {
  comm::all_or_abort(comm, [&] { samples = load_samples<Real>(options, plan.network, part.samples); });
  trainer =
      std::make_unique<partition::Trainer<Real>>(transport, part, view(samples), [this] { control.push_along(); });
}

template <class Real>
std::unique_ptr<Phase<Real>> begin_phase(const comm::Communicator& comm, const document::Partition& plan,
                                         const document::BpOptions& options, const comm::WaitPolicy& wait_policy,
                                         int rank) {
  const auto& left_out = plan.left_out;
  const bool idle = std::find(left_out.begin(), left_out.end(), comm.rank()) != left_out.end();
  comm::Communicator team = comm.split(idle, comm.rank());
  if (idle) return nullptr;
  return std::make_unique<Phase<Real>>(std::move(team), partition::without_left_out(plan), options, wait_policy, rank);
}

#define UNEVEN_INSTANTIATE(Real)                                                                           \
  template struct Phase<Real>;                                                                             \
  template std::unique_ptr<Phase<Real>> begin_phase(const comm::Communicator&, const document::Partition&, \
                                                    const document::BpOptions&, const comm::WaitPolicy&, int);
UNEVEN_INSTANTIATE(float)
UNEVEN_INSTANTIATE(double)
#undef UNEVEN_INSTANTIATE

namespace {

/// Bytes that a processor holds. Those of a file are counted as if its inputs were one-hot.
template <class Real>
double bytes_of(const document::Partition& plan, const document::BpOptions& options, std::int64_t processor) {
  const auto part = std::ranges::find(plan.rectangles, processor, &document::Rectangle::processor);
  if (part == plan.rectangles.end()) return 0;
  const bool dense = !options.data && options.form == "dense";
  return partition::training_bytes(plan,
                                   {sizeof(Real), dense})[static_cast<std::size_t>(part - plan.rectangles.begin())];
}

}  // namespace

template <class Real>
Run<Real>::Run(const document::Partition& plan, const document::BpOptions& options, const runner::Context& context,
               const comm::Communicator& comm)
    : plan_(plan),
      options_(options),
      context_(context),
      comm_(comm),
      replanner_(plan, options, comm::all_gather(comm, context.machine.host), runner::note) {
  check(plan);
  runner::require_memory(bytes_of<Real>(plan, options, comm.rank()), comm, context);
  const double start = MPI_Wtime();
  phase_ = phase(comm, plan);
  if (phase_) set_weights();
  replanner_.follow(done_, 0, MPI_Wtime() - start);
}

template <class Real>
void Run<Real>::check(const document::Partition& plan) {
  const auto first = static_cast<int>(plan.rectangles.front().processor);
  const bool idle = std::ranges::count(plan.left_out, comm_.rank()) > 0;
  std::vector<std::string> digests;
  if (options_.data) digests = runner::same_data(files_of(*options_.data), !idle, comm_, context_);
  for (const auto* files : {&options_.test, &options_.weights_in})
    if (*files) runner::require_same_data(files_of(**files), comm_.rank() == first, comm_, context_);
  comm::all_or_abort(comm_, [&] {
    if (comm_.rank() != first) return;
    identity_ = check_data(plan, options_, digests);
    check_outputs(options_, context_.force);
  });
  identity_ = document::Json::parse(comm::broadcast(comm_, identity_.dump(), first));
}

template <class Real>
std::unique_ptr<Phase<Real>> Run<Real>::phase(const comm::Communicator& comm, const document::Partition& plan) const {
  return begin_phase<Real>(comm, plan, options_, context_.wait_policy, comm_.rank());
}

template <class Real>
void Run<Real>::set_weights() {
  const document::Perceptron& network = plan_.network;
  const comm::Communicator& comm = phase_->comm;
  partition::Trainer<Real>& trainer = *phase_->trainer;
  State<Real> state;
  comm::all_or_abort(comm, [&] {
    if (!root()) return;
    const auto size = static_cast<std::size_t>((network.inputs + network.outputs) * network.hidden);
    if (options_.resume && options_.checkpoint) {
      if (auto found = read_checkpoint<Real>(*options_.checkpoint, identity_, size))
        state = std::move(*found);
      else
        runner::note(document::no_checkpoint(*options_.checkpoint));
    }
    if (state.weights.empty() && options_.weights_in) state.weights = read_weights<Real>(*options_.weights_in, network);
  });
  std::int64_t facts[] = {static_cast<std::int64_t>(state.error.size()), !state.weights.empty(),
                          !state.velocity.empty()};
  comm::broadcast(comm, facts, 3);
  error_ = std::move(state.error);
  error_.resize(static_cast<std::size_t>(facts[0]));
  comm::broadcast(comm, error_.data(), facts[0]);
  done_ = done_before_ = facts[0];
  reached_before_ = options_.target_error && !error_.empty() && error_.back() <= *options_.target_error;
  const std::int64_t stride = trainer.block().stride();
  const document::Range hidden = phase_->part.hidden;
  if (facts[1])
    scatter(comm, network, hidden, std::move(state.weights), trainer.block().weights(), stride);
  else
    trainer.block().initialise(options_.seed, hidden.first);
  if (facts[2]) scatter(comm, network, hidden, std::move(state.velocity), trainer.velocity(), stride);
}

template <class Real>
void Run<Real>::train() {
  runner::begin_work();
  start_ = MPI_Wtime();
  bool go_on = phase_ && !reached_before_;
  while (go_on && done_ < options_.iterations) {
    go_on = iterate();
    if (root() && !phase_->control.error().empty())
      runner::progress(done_, options_.iterations, seconds_, "error", phase_->control.error().back(), done_before_);
    if (root()) replanner_.look(run_progress(seconds_));
    if (!go_on || done_ == options_.iterations) break;
    if (options_.checkpoint_every > 0 && done_ % options_.checkpoint_every == 0) write_state();
    if (replanner_.due(done_)) replan();
    go_on = phase_ != nullptr;
  }
  if (!phase_) return;
  finish_iteration();
  seconds_ = MPI_Wtime() - start_;
}

/// Performs one iteration. @return  whether all do another one.
template <class Real>
bool Run<Real>::iterate() {
  const auto rate = static_cast<Real>(learning_rate());
  partition::Trainer<Real>& trainer = *phase_->trainer;
  const double before = trainer.times().compute_s, start = MPI_Wtime();
  bool go_on = false;
  trainer.iterate(rate, static_cast<Real>(options_.momentum),
                  [&](double error) { go_on = agree(error, trainer.times().compute_s - before, start); });
  require_finite();
  return go_on;
}

/// Ends an iteration that began at `start`. @return  whether all do another one.
template <class Real>
bool Run<Real>::agree(double error, double compute_s, double start) {
  ++done_;
  if (const double speed = document::speed_in(options_.slow, comm_.rank(), done_); speed < 1) {
    const double idle_s = compute_s * (1 / speed - 1);
    std::this_thread::sleep_for(std::chrono::duration<double>(idle_s));
    mine_.compute_s += idle_s;
    compute_s += idle_s;
  }
  iteration_s_.push_back(MPI_Wtime() - start);
  seconds_ = MPI_Wtime() - start_;
  return phase_->control.go_on({error, phase_->trainer->finite(), compute_s, seconds_});
}

/// Waits for the agreement after the last iteration. Collective in the phase.
template <class Real>
void Run<Real>::finish_iteration() {
  phase_->control.finish();
  require_finite();
}

/// Ends a diverged run without writing files. All processors of the phase learn of it after the same iteration.
template <class Real>
void Run<Real>::require_finite() const {
  const std::size_t diverged = phase_->control.diverged();
  if (diverged == 0) return;
  comm::all_or_abort(phase_->comm, [&] {
    if (root()) throw divergence(error_.size() + diverged, learning_rate());
  });
}

template <class Real>
Whole<Real> Run<Real>::gather_weights() const {
  return gather<Real>(phase_->comm, phase_->plan, phase_->trainer->block().weights(),
                      phase_->trainer->block().stride());
}

template <class Real>
State<Real> Run<Real>::gather_state() const {
  State<Real> state{error_, gather_weights(), {}};
  const std::vector<double>& error = phase_->control.error();
  state.error.insert(state.error.end(), error.begin(), error.end());
  if (options_.momentum > 0)
    state.velocity =
        gather<Real>(phase_->comm, phase_->plan, phase_->trainer->velocity(), phase_->trainer->block().stride());
  return state;
}

template <class Real>
void Run<Real>::write_state() {
  finish_iteration();  // the time from here on is charged to no iteration
  const double start = MPI_Wtime();
  const State<Real> state = gather_state();
  if (!root()) return;
  try {
    write_checkpoint(*options_.checkpoint, identity_, state);
  } catch (...) {
    comm::abort_with_current_exception(comm_);
  }
  replanner_.pause(MPI_Wtime() - start);
}

template class Run<float>;
template class Run<double>;

}  // namespace uneven::bp
