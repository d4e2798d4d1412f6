// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bp/control.hpp"
#include "bp/weights.hpp"
#include "comm/transport.hpp"
#include "comm/wait.hpp"
#include "context.hpp"
#include "data/dataset.hpp"
#include "document/job.hpp"
#include "document/options/plan_options.hpp"
#include "document/partition.hpp"
#include "partition/replan/replanner.hpp"
#include "partition/trainer.hpp"

namespace uneven::bp {

/// The state of one processor during a phase, in which the processors with a rectangle follow one plan.
template <class Real>
struct Phase {
  /// Reads the samples. Collective.
  /// @param team  rank = processor of the plan; every processor has a rectangle.
  /// @param rank  this process's rank in the run's first plan.
  Phase(comm::Communicator team, document::Partition plan, const document::BpOptions& options,
        const comm::WaitPolicy& wait_policy, int rank);

  comm::Communicator comm;
  document::Partition plan;
  std::vector<int> ranks;  ///< by processor: its rank in the run's first plan
  partition::Part part;
  data::Samples<Real> samples;
  comm::Transport transport;
  Control control;
  std::unique_ptr<partition::Trainer<Real>> trainer;
};

/// Begins a phase of the processors of `comm` that have a rectangle in the plan. Collective.
/// @param plan  its processors are the ranks of `comm`.
/// @return      null at processors without a rectangle.
template <class Real>
std::unique_ptr<Phase<Real>> begin_phase(const comm::Communicator& comm, const document::Partition& plan,
                                         const document::BpOptions& options, const comm::WaitPolicy& wait_policy,
                                         int rank);

/// One training run in single or double precision, seen from one process.
///
/// Processors without a rectangle, in the first or in a new plan, wait for the report.
template <class Real>
class Run {
 public:
  /// Reads the data and sets the first weights. Collective.
  /// @param comm  rank = processor of the plan.
  Run(const document::Partition& plan, const document::BpOptions& options, const runner::Context& context,
      const comm::Communicator& comm);

  /// Iterates until the last iteration, the target error or a stop. Collective.
  void train();

  /// Writes the weights, measures the accuracy and makes the report. Collective.
  /// @return  nothing but at the root.
  std::string report();

 private:
  bool root() const { return phase_ && phase_->comm.rank() == 0; }
  void check(const document::Partition& plan);
  std::unique_ptr<Phase<Real>> phase(const comm::Communicator& comm, const document::Partition& plan) const;
  void set_weights();
  double learning_rate() const { return options_.learning_rate.value_or(2.0 / static_cast<double>(plan_.samples)); }
  bool iterate();
  bool agree(double error, double compute_s, double start);
  void finish_iteration();
  void require_finite() const;
  partition::RunProgress run_progress(double seconds) const;
  void replan();
  void adopt(const document::Partition& plan);
  void end_phase();
  Whole<Real> gather_weights() const;
  State<Real> gather_state() const;
  void write_state();
  document::OrderedJson result(const Whole<Real>& weights) const;
  void tell_end(document::Report& report) const;

  const document::Partition& plan_;  ///< the run's first plan
  const document::BpOptions& options_;
  const runner::Context& context_;
  const comm::Communicator& comm_;
  std::unique_ptr<Phase<Real>> phase_;  ///< null at a processor without a rectangle
  document::Json identity_;
  std::vector<double> error_;  ///< of the iterations before this phase, including those before a resume
  std::int64_t done_ = 0;      ///< iterations done, including those before a resume
  std::int64_t done_before_ = 0;
  bool reached_before_ = false;  ///< whether the target error was reached before a resume

  partition::Replanner replanner_;  ///< asked at the root
  std::vector<document::OrderedJson> replans_;
  double start_ = 0, seconds_ = 0;
  std::vector<double> iteration_s_;
  document::RankReport mine_;  ///< work and times of the phases before
};

extern template class Run<float>;
extern template class Run<double>;

}  // namespace uneven::bp
