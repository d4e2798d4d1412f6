// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "document/options/bp_options.hpp"
#include "schedule/running_sum.hpp"
#include "schedule/schedule.hpp"

namespace uneven::bp {

/// What the processors tell each other about an iteration.
struct Told {
  double error = 0;      ///< this processor's part
  bool finite = true;    ///< this processor's weights
  double compute_s = 0;  ///< this processor's
  double seconds = 0;    ///< since the start
};

/// Agrees, iteration by iteration, on the error and on whether to go on. The sum of one iteration's words travels while
/// the next iteration is computed, unless a target error has to be obeyed at once.
class Control {
 public:
  /// @param schedule  of an iteration, with one agreement; must outlive this, as the other references.
  Control(schedule::Transport& transport, const schedule::Schedule& schedule, const document::BpOptions& options);

  /// Adds what this processor knows after an iteration. @return whether all go on with another one.
  bool go_on(const Told& told);

  /// Moves the words under way on without waiting.
  void push_along();

  /// Waits for the words under way.
  void finish();

  const std::vector<double>& error() const { return error_; }  ///< by iteration, from the first agreed on
  const char* stopped() const { return stopped_; }             ///< "signal", "time" or null

  /// The first iteration, counted from 1, after which the error or a weight is not finite; 0: none so far.
  std::size_t diverged() const { return diverged_; }

  /// Seconds that each processor computed in the iterations of `error`. Shape [processors].
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

}  // namespace uneven::bp
