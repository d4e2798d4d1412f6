// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "document/options/plan_options.hpp"
#include "document/partition.hpp"
#include "schedule/performer.hpp"
#include "schedule/schedule.hpp"

namespace uneven::bp {

/// The ranks that follow one plan: processes, or hosts of a simulation. Rank = processor of the plan.
class Team {
 public:
  virtual ~Team() = default;
  virtual int rank() const = 0;
  /// By rank: its rank in the run's first plan.
  virtual const std::vector<int>& ranks() const = 0;
  virtual schedule::Transport& transport() = 0;

  /// The ranks with work in a plan for this team; null at the others. Collective.
  virtual std::unique_ptr<Team> at_work(const document::Partition& plan) = 0;

  /// Gives all ranks the bytes of rank 0. Collective. @param data  null: a message of this length without numbers.
  virtual void broadcast(void* data, std::int64_t bytes) = 0;
  virtual std::string broadcast(std::string text) = 0;

  /// Does work, which must not communicate. If it throws at any rank, the run ends with its error. Collective.
  virtual void all_or_end(const std::function<void()>& work) = 0;
};

/// Those of a team's ranks that have work in a plan for it, see Team::ranks().
std::vector<int> ranks_at_work(const std::vector<int>& ranks, const document::Partition& plan);

/// Sums numbers over the team, in place. Collective. No agreement may be under way.
void sum_over(Team& team, std::vector<double>& numbers);

/// One processor's contribution to the agreement after an iteration.
struct Told {
  double error = 0;      ///< this processor's part of the error
  bool finite = true;    ///< whether this processor's weights are finite
  double compute_s = 0;  ///< this processor's compute time
  double seconds = 0;    ///< since the start
};

/// Agreement of all processors, after each iteration, on the error and on whether to continue. The sum of one
/// iteration's words travels while the next iteration is computed, unless a target error must be obeyed at once.
class Control {
 public:
  /// @param schedule  schedule of an iteration, with one agreement. All references must outlive this object.
  Control(schedule::Transport& transport, const schedule::Schedule& schedule, const document::BpOptions& options);

  /// Adds this processor's contribution after an iteration. @return whether all do another iteration.
  bool go_on(const Told& told);

  /// Progresses the sum under way, without waiting.
  void push_along();

  /// Waits for the sum under way.
  void finish();

  const std::vector<double>& error() const { return error_; }  ///< by iteration, from the first agreement
  const char* stopped() const { return stopped_; }             ///< cause of a stop: "signal", "time" or null

  /// The first iteration, counted from 1, after which the error or a weight is not finite; 0: none so far.
  std::size_t diverged() const { return diverged_; }

  /// Compute seconds of each processor in the iterations of `error`. Shape [processors].
  const std::vector<double>& compute_s() const { return compute_s_; }

 private:
  schedule::Transport& transport_;
  const schedule::Sum& agreement_;
  const schedule::SumGroup& group_;
  const document::BpOptions& options_;
  std::vector<double> words_;
  std::unique_ptr<schedule::RunningSum<double>> sum_;
  std::vector<double> error_, compute_s_;
  std::size_t diverged_ = 0;
  const char* stopped_ = nullptr;
};

/// The error of a diverged training. @param iteration  the first whose error or weights are not finite, from 1.
InputError divergence(std::size_t iteration, double learning_rate);

}  // namespace uneven::bp
