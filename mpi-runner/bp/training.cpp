// SPDX-License-Identifier: MIT
#include "bp/training.hpp"

#include <utility>

namespace uneven::bp {

template <class Real>
Training<Real>::Training(const document::Partition& plan, const document::BpOptions& options,
                         std::function<std::string(std::size_t rank)> host,
                         std::function<void(const std::string&)> note)
    : plan_(plan),
      sizes_(document::units_of(plan)),
      numbers_(numbers_of(sizes_, options.network.bias)),
      options_(options),
      replanner_(plan, options, std::move(host), std::move(note)) {}

template <class Real>
std::unique_ptr<Phase<Real>> Training<Real>::phase(Team& team, const document::Partition& plan) {
  std::unique_ptr<Team> at_work = team.at_work(plan);
  return at_work ? begin_phase(std::move(at_work), plan) : nullptr;
}

template <class Real>
void Training<Real>::train() {
  bool go_on = phase_ && !reached_before_;
  if (phase_) start_ = now();
  while (go_on && done_ < options_.iterations) {
    go_on = iterate();
    after_iteration();
    go_on = validate() && go_on;
    if (root()) replanner_.look(run_progress(seconds_));
    if (!go_on || done_ == options_.iterations) break;
    between_iterations();
    if (replanner_.due(done_)) replan();
    go_on = phase_ != nullptr;
  }
  if (!phase_) return;
  finish_iteration();
  seconds_ = now() - start_;
}

/// Performs one iteration. @return  whether all do another one.
template <class Real>
bool Training<Real>::iterate() {
  before_iteration();
  const double before = phase_->times().compute_s, start = now();
  bool go_on = false;
  phase_->load_batch(done_);
  phase_->iterate(static_cast<Real>(learning_rate(done_)), static_cast<Real>(options_.momentum),
                  [&](double error) { go_on = agree(error, phase_->times().compute_s - before, start); });
  record(*phase_->team, trace::Phase::iteration, start, done_);
  require_finite();
  return go_on;
}

template <class Real>
void Training<Real>::record(Team& team, trace::Phase phase, double begin_s, std::int64_t number) {
  schedule::Transport& transport = team.transport();
  if (trace::Recorder* recorder = transport.recorder()) recorder->add(phase, begin_s, transport.now(), number);
}

/// Ends an iteration that began at `start`. @return  whether all do another one.
template <class Real>
bool Training<Real>::agree(double error, double compute_s, double start) {
  ++done_;
  const Team& team = *phase_->team;
  const int rank = team.ranks()[static_cast<std::size_t>(team.rank())];
  if (const double speed = document::speed_in(options_.slow, rank, done_); speed < 1) {
    const double rested_from = now(), idle_s = rest(compute_s, speed);
    if (trace::Recorder* recorder = phase_->team->transport().recorder())
      recorder->add(trace::Phase::compute, rested_from, rested_from + idle_s);
    mine_.compute_s += idle_s;
    compute_s += idle_s;
  }
  iteration_s_.push_back(now() - start);
  seconds_ = now() - start_;
  return phase_->control.go_on({error, phase_->finite(), compute_s, seconds_});
}

template <class Real>
void Training<Real>::finish_iteration() {
  phase_->control.finish();
  require_finite();
}

/// Ends a diverged run without writing files. All ranks of the phase learn of it after the same iteration.
template <class Real>
void Training<Real>::require_finite() const {
  const std::size_t diverged = phase_->control.diverged();
  if (diverged == 0) return;
  phase_->team->all_or_end([&] {
    if (root()) throw divergence(error_.size() + diverged, learning_rate(0));
  });
}

template <class Real>
partition::RunProgress Training<Real>::run_progress(double seconds) const {
  const Control& control = phase_->control;
  return {*phase_->made, phase_->team->ranks(), control.compute_s(), control.error().size(), done_, seconds};
}

/// Asks the root whether another plan pays, and follows it. Collective in the phase.
template <class Real>
void Training<Real>::replan() {
  finish_iteration();
  if (phase_->control.stopped()) return;
  const double start = now();
  document::Json made;
  if (root()) made = replanner_.ask(run_progress(now() - start_));
  replanner_.answered(done_, now() - start_);
  made = document::Json::parse(phase_->team->broadcast(made.dump()));
  record(*phase_->team, trace::Phase::replan, start);
  if (made.is_null()) return;
  replans_.push_back(document::OrderedJson(made["why"]));
  adopt(document::from_json<document::Partition>(made["plan"]));
}

/// Begins a phase with a new plan: reads its samples; moves the weights to the root and back. Collective in the phase.
template <class Real>
void Training<Real>::adopt(const document::Partition& plan) {
  const double start = now();
  State<Real> state = gather_state();
  const bool computes = phase_->computes(), momentum = options_.momentum > 0;
  end_phase();
  const std::unique_ptr<Phase<Real>> last = std::move(phase_);
  last->forget_data();
  phase_ = phase(*last->team, plan);
  const auto make_room = [&](Whole<Real>& whole) {
    if (computes) whole.resize(static_cast<std::size_t>(numbers_));
  };
  make_room(state.weights);
  give(*last->team, Kept::weights, std::move(state.weights));
  if (momentum) {
    make_room(state.velocity);
    give(*last->team, Kept::velocity, std::move(state.velocity));
  }
  std::vector<double> none(1);
  sum_over(*last->team, none);  // the root has sent the weights long before the others have them
  const double end = last->team->transport().now();
  record(*last->team, trace::Phase::adopt, start);
  replanner_.follow(done_, end - start_, end - start);
}

template <class Real>
void Training<Real>::give(Team& team, Kept what, Whole<Real> whole) {
  team.broadcast(whole.empty() ? nullptr : whole.data(), numbers_ * static_cast<std::int64_t>(sizeof(Real)));
  if (phase_ && !whole.empty()) phase_->take(what, whole);
}

template <class Real>
void Training<Real>::end_phase() {
  const std::vector<double>& error = phase_->control.error();
  const schedule::Times& times = phase_->times();
  error_.insert(error_.end(), error.begin(), error.end());
  mine_.work += phase_->works()[static_cast<std::size_t>(phase_->team->rank())] * static_cast<double>(error.size());
  mine_.compute_s += times.compute_s;
  mine_.communicate_s += times.communicate_s;
  mine_.wait_s += times.wait_s;
}

template <class Real>
State<Real> Training<Real>::gather_state() {
  State<Real> state{error_, phase_->gather(Kept::weights), {}, {}, {}};
  const std::vector<double>& error = phase_->control.error();
  state.error.insert(state.error.end(), error.begin(), error.end());
  if (options_.momentum > 0) state.velocity = phase_->gather(Kept::velocity);
  return state;
}

template class Training<float>;
template class Training<double>;

}  // namespace uneven::bp
