// SPDX-License-Identifier: MIT
#include "simulated/training.hpp"

#include <utility>

namespace uneven::simulated {

namespace {

/// Sums of lengths.
template <class Real>
std::vector<Real*> no_buffers(const partition::Part& part) {
  return std::vector<Real*>(static_cast<std::size_t>(part.in_flight) + 2 * part.groups.size(), nullptr);
}

}  // namespace

template <class Real>
DeclaredIteration<Real>::DeclaredIteration(schedule::Transport& transport, const partition::Part& part,
                                           std::function<void()> meanwhile)
    : NoData(sizeof(Real)),
      meanwhile_(std::move(meanwhile)),
      performer_(part.schedule, transport, *this, no_buffers<Real>(part)) {}

template <class Real>
void DeclaredIteration<Real>::iterate(const std::function<void(double error)>& agree) {
  agree_ = &agree;
  performer_.perform();
}

template <class Real>
void DeclaredIteration<Real>::work(const schedule::Work& work) {
  if (work.name == partition::task_begin) meanwhile_();
}

template <class Real>
Training<Real>::Training(Interconnect& interconnect, int rank, const partition::Part& part, simulate::Costs costs,
                         const document::BpOptions& options, int processor, Cards& cards)
    : options_(options),
      rank_(rank),
      processor_(processor),
      cards_(cards),
      part_(part),
      transport_(interconnect, rank, std::move(costs)),
      control_(transport_, part.schedule, options),
      declared_(transport_, part, [this] { control_.push_along(); }) {}

template <class Real>
void Training<Real>::compute_on(const perceptron::Samples<Real>& samples) {
  trainer_ = std::make_unique<partition::Trainer<Real>>(transport_, part_, samples, [this] { control_.push_along(); });
}

template <class Real>
void Training<Real>::train() {
  start_ = transport_.now();
  while (go_on_ && done_ < options_.iterations) iterate();
  control_.finish();
  require_finite();
  seconds_ = transport_.now() - start_;
}

template <class Real>
void Training<Real>::iterate() {
  cards_.begin(rank_, done_ + 1);
  before_ = performed().compute_s;
  iteration_ = transport_.now();
  if (trainer_)
    trainer_->iterate(static_cast<Real>(learning_rate()), static_cast<Real>(options_.momentum),
                      [this](double error) { agree(error, trainer_->finite()); });
  else
    declared_.iterate([this](double error) { agree(error, true); });
  const schedule::Times& so_far = performed();
  times_ = {so_far.compute_s + idle_s_, so_far.communicate_s, so_far.wait_s};
  require_finite();
}

/// All ranks learn of it after the same iteration.
template <class Real>
void Training<Real>::require_finite() const {
  if (rank_ == 0 && control_.diverged() > 0) throw bp::divergence(control_.diverged(), learning_rate());
}

template <class Real>
void Training<Real>::agree(double error, bool finite) {
  ++done_;
  double compute_s = performed().compute_s - before_;
  if (const double speed = document::speed_in(options_.slow, processor_, done_); speed < 1) {
    const double idle_s = compute_s * (1 / speed - 1);
    transport_.pass(idle_s);
    idle_s_ += idle_s;
    compute_s += idle_s;
  }
  iteration_s_.push_back(transport_.now() - iteration_);
  go_on_ = control_.go_on({error, finite, compute_s, transport_.now() - start_});
}

template class DeclaredIteration<float>;
template class DeclaredIteration<double>;
template class Training<float>;
template class Training<double>;

}  // namespace uneven::simulated
