// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "bp/control.hpp"
#include "document/options/plan_options.hpp"
#include "partition/schedule.hpp"
#include "partition/trainer.hpp"
#include "schedule/performer.hpp"
#include "simulated/cluster.hpp"
#include "simulated/runs.hpp"
#include "simulated/transport.hpp"

namespace uneven::simulated {

/// An iteration whose work is declared only: partition::Trainer without its data.
template <class Real>
class DeclaredIteration : private NoData {
 public:
  DeclaredIteration(schedule::Transport& transport, const partition::Part& part, std::function<void()> meanwhile);

  void iterate(const std::function<void(double error)>& agree);
  const schedule::Times& times() const { return performer_.times(); }

 private:
  void work(const schedule::Work& work) override;
  void meanwhile() override { meanwhile_(); }
  void agree(const schedule::Agree&) override { (*agree_)(0); }

  std::function<void()> meanwhile_;
  const std::function<void(double)>* agree_ = nullptr;
  schedule::Performer<Real> performer_;
};

/// One rank's part of a training on simulated hosts: bp::Run, with declared times, and with data or without.
template <class Real>
class Training {
 public:
  /// @param options    of a training that computes, with a learning rate.
  /// @param processor  of the plan. All references must outlive the training.
  Training(Interconnect& interconnect, int rank, const partition::Part& part, simulate::Costs costs,
           const document::BpOptions& options, int processor, Cards& cards);

  /// From here on iterations compute what they declare. To be called before train().
  void compute_on(const perceptron::Samples<Real>& samples);

  /// Iterates until the last iteration, the target error or a stop.
  /// @throws InputError  at rank 0, if the training diverges.
  void train();

  partition::Trainer<Real>& trainer() { return *trainer_; }  ///< of a training that computes
  const schedule::Times& times() const { return times_; }
  double seconds() const { return seconds_; }
  std::int64_t done() const { return done_; }  ///< iterations
  const std::vector<double>& iteration_s() const { return iteration_s_; }
  const std::vector<double>& error() const { return control_.error(); }
  const char* stopped() const { return control_.stopped(); }

 private:
  const schedule::Times& performed() const { return trainer_ ? trainer_->times() : declared_.times(); }
  void iterate();
  void agree(double error, bool finite);
  void require_finite() const;
  double learning_rate() const { return options_.learning_rate.value_or(0); }

  const document::BpOptions& options_;
  int rank_, processor_;
  Cards& cards_;
  const partition::Part& part_;
  Transport transport_;
  bp::Control control_;
  DeclaredIteration<Real> declared_;
  std::unique_ptr<partition::Trainer<Real>> trainer_;
  schedule::Times times_;
  std::vector<double> iteration_s_;
  std::int64_t done_ = 0;
  double start_ = 0, seconds_ = 0, iteration_ = 0, before_ = 0, idle_s_ = 0;
  bool go_on_ = true;
};

extern template class Training<float>;
extern template class Training<double>;

}  // namespace uneven::simulated
