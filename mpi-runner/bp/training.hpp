// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bp/phase.hpp"
#include "bp/weights.hpp"
#include "document/job.hpp"
#include "document/options/plan_options.hpp"
#include "document/partition.hpp"
#include "partition/replan/replanner.hpp"

namespace uneven::bp {

/// The iterations of a training and its changes of plan, as one rank performs them. What depends on where the ranks
/// are, processes or simulated hosts, is a Team's and the derived class's.
///
/// A rank without work, in the first or in a new plan, is done. The decisions are partition::Replanner's.
template <class Real>
class Training {
 public:
  virtual ~Training() = default;

  /// Iterates until the last iteration, the target error or a stop. Collective.
  void train();

 protected:
  /// @param plan  the run's first plan. Both must outlive this. @param host, note  see partition::Replanner.
  Training(const document::Partition& plan, const document::BpOptions& options,
           std::function<std::string(std::size_t rank)> host, std::function<void(const std::string&)> note);

  /// Begins a phase, without weights. Collective in the team.
  /// @param team  of ranks with work. @param plan  may leave out others.
  virtual std::unique_ptr<Phase<Real>> begin_phase(std::unique_ptr<Team> team, const document::Partition& plan) = 0;
  virtual void before_iteration() {}
  /// Called at the end of an iteration in which this rank is slowed down.
  /// @return  seconds by which that takes longer than the iteration's `compute_s` tell.
  virtual double rest(double compute_s, double speed) = 0;
  virtual void after_iteration() {}
  /// Looks at the network after an iteration. Collective in the phase. @return  whether training goes on.
  virtual bool validate() { return true; }
  /// Called between two iterations, after which there may be a question for a new plan. Collective in the phase.
  virtual void between_iterations() {}

  /// Begins a phase of those of the team that have work in the plan. Collective. @return  null at the others.
  std::unique_ptr<Phase<Real>> phase(Team& team, const document::Partition& plan);
  bool root() const { return phase_ && phase_->root(); }
  /// At iteration `t`, from 0.
  double learning_rate(std::int64_t t) const {
    const double first = options_.learning_rate.value_or(2.0 / static_cast<double>(plan_.samples));
    return first * options_.rate_schedule.share(t);
  }
  /// Waits for the agreement after the last iteration. Collective in the phase.
  void finish_iteration();
  /// Adds the phase's work and times to the sums over all phases.
  void end_phase();
  /// Adds a phase that began then and ends now to the trace, if there is one.
  static void record(Team& team, trace::Phase phase, double begin_s, std::int64_t number = -1);
  /// The errors and the weights, at the root. Collective in the phase.
  State<Real> gather_state();

  /// Gives the ranks of the phase their parts of rank 0's whole. Collective in the team.
  /// @param whole  of all ranks: filled at rank 0, room for it at the others; or empty: a message without numbers.
  void give(Team& team, Kept what, Whole<Real> whole);

  const document::Partition& plan_;        ///< the run's first plan
  const std::vector<std::int64_t> sizes_;  ///< of the layers
  const std::int64_t numbers_;             ///< of the weights
  const document::BpOptions& options_;
  std::unique_ptr<Phase<Real>> phase_;  ///< null at a rank without work
  partition::Replanner replanner_;      ///< asked at the root
  std::vector<document::OrderedJson> replans_;
  std::vector<double> error_;    ///< of the iterations before this phase, including those before a resume
  std::int64_t done_ = 0;        ///< iterations done, including those before a resume
  bool reached_before_ = false;  ///< whether the target error was reached before a resume
  double start_ = 0, seconds_ = 0;
  std::vector<double> iteration_s_;
  document::RankReport mine_;  ///< work and times of the phases before

 private:
  bool iterate();
  bool agree(double error, double compute_s, double start);
  void require_finite() const;
  partition::RunProgress run_progress(double seconds) const;
  void replan();
  void adopt(const document::Partition& plan);
  double now() const { return phase_->team->transport().now(); }
};

extern template class Training<float>;
extern template class Training<double>;

}  // namespace uneven::bp
