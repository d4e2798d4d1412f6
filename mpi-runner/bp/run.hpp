// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bp/model.hpp"
#include "bp/training.hpp"
#include "bp/training_data.hpp"
#include "bp/validation.hpp"
#include "comm/transport.hpp"
#include "comm/wait.hpp"
#include "context.hpp"

namespace uneven::bp {

/// The processes that follow one plan.
class Processes : public Team {
 public:
  /// @param comm   its ranks are the team's. @param ranks  see Team::ranks().
  Processes(comm::Communicator comm, std::vector<int> ranks, const comm::WaitPolicy& wait_policy);

  /// The processes of a communicator that have work in a plan for all of them; null at the others. Collective.
  static std::unique_ptr<Team> at_work(const comm::Communicator& comm, const std::vector<int>& ranks,
                                       const document::Partition& plan, const comm::WaitPolicy& wait_policy);

  int rank() const override { return comm_.rank(); }
  const std::vector<int>& ranks() const override { return ranks_; }
  schedule::Transport& transport() override { return transport_; }
  std::unique_ptr<Team> at_work(const document::Partition& plan) override {
    return at_work(comm_, ranks_, plan, wait_policy_);
  }
  void broadcast(void* data, std::int64_t bytes) override { comm::broadcast(comm_, static_cast<char*>(data), bytes); }
  std::string broadcast(std::string text) override { return comm::broadcast(comm_, std::move(text)); }
  void all_or_end(const std::function<void()>& work) override { comm::all_or_abort(comm_, work); }

 private:
  comm::Communicator comm_;
  std::vector<int> ranks_;
  const comm::WaitPolicy& wait_policy_;
  comm::Transport transport_;
};

/// One training run in single or double precision, seen from one process.
///
/// Processors without work, in the first or in a new plan, wait for the report.
template <class Real>
class Run : public Training<Real> {
 public:
  /// Reads the data and sets the first weights. Collective.
  /// @param plan     for the samples of an iteration.
  /// @param samples  of the data that are used; 0: all, for training on batches.
  /// @param comm     rank = processor of the plan.
  Run(const document::Partition& plan, const document::BpOptions& options, std::int64_t samples,
      const runner::Context& context, const comm::Communicator& comm);

  /// Writes the weights, measures the accuracy and makes the report. Collective.
  /// @return  nothing but at the root.
  std::string report();

 private:
  using Training<Real>::done_;
  using Training<Real>::error_;
  using Training<Real>::options_;
  using Training<Real>::phase_;
  using Training<Real>::plan_;
  using Training<Real>::replanner_;
  using Training<Real>::root;

  std::unique_ptr<Phase<Real>> begin_phase(std::unique_ptr<Team> team, const document::Partition& plan) override;
  double rest(double compute_s, double speed) override;
  void after_iteration() override;
  bool validate() override;
  void between_iterations() override;
  void check(std::int64_t samples);
  data::Samples<Real> own_samples(document::Range own) const;
  void set_weights();
  void write_state();
  document::OrderedJson result(const Whole<Real>& weights) const;
  Model model_of(const document::OrderedJson& result) const;
  void tell_end(document::Report& report) const;

  const runner::Context& context_;
  const comm::Communicator& comm_;
  document::Json identity_;
  Inputs inputs_;
  std::int64_t samples_ = 0;                        ///< that are trained on
  bool dense_ = false;                              ///< whether their inputs are held so
  bool tables_ = false;                             // samples are read from tables, dense at first
  std::unique_ptr<ValidationOf<Real>> validation_;  ///< null without one
  bool late_ = false;                               ///< validation got no better for too long
  std::int64_t done_before_ = 0;                    ///< a resume
};

extern template class Run<float>;
extern template class Run<double>;

}  // namespace uneven::bp
