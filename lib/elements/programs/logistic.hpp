// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "elements/program.hpp"
#include "elements/programs/solvers.hpp"

namespace uneven::elements {

/// Logistic regression, pattern (b) of Ito 2012: S1 over the samples sends the gradient of the loss, S2, one model,
/// takes a step and multicasts the weights.
///
/// A sample is a row of inputs with its label, 0 or 1, in the last column. What is minimised, the objective, is the
/// mean loss plus half of Settings::l2 times the sum of the squared weights of the columns, without the constant.
///
/// Before the first iteration four sums over the samples give each column's mean and spread, and the samples are
/// standardised where they lie; so columns may be of any size, and with a penalty it is as much of each column's scale
/// as the spread is. The weights reported are those of the columns as they were given.
///
/// Steps are quasi-Newton ones (solvers.hpp): steps along the gradient alone do not settle within a hundred iterations
/// where columns depend on each other. A step that lowers the objective enough is kept (Armijo, 1e-4; near the end,
/// where rounding hides how much, by the slope: Hager and Zhang, SIAM J. Optim. 16(1), 2005, eq. (4.1)); one that does
/// not is shortened. The run ends when the gradient is shorter than tolerance (default 1e-8) in columns of mean 0 and
/// variance 1, whatever the penalty.
class LogisticRegression : public Program {
 public:
  /// @throws InputError  if the data have no column of inputs, or no row.
  explicit LogisticRegression(const Settings& settings);

  std::vector<Group> groups() const override;
  /// @throws InputError  at a label other than 0 and 1.
  void load(const Batch& batch, const double* rows, int columns) const override;
  void begin(State& state) const override;
  int next(const State& state, int last) const override;
  void step(const Batch& batch, Outbox& out) const override;
  void step_central(int group, const double* table, State& state) const override;
  void combine(int group, double* into, const double* from, std::int64_t size) const override;
  std::int64_t iterations(const State& state) const override;
  double objective(const State& state) const override;
  std::string objective_name() const override { return "loss"; }
  std::optional<bool> settled(const State& state) const override;
  /// @throws InputError  if a weight is larger than any double.
  std::vector<Result> results(const State& state) const override;
  std::vector<std::string> warnings(const State& state) const override;
  bool has_output() const override { return true; }
  void output(const Batch& batch, double* probabilities) const override;
  bool can_resume(const State& state, int last) const override;

 private:
  void measure(const double* table, State& state) const;
  void descend(const double* table, State& state) const;
  void tell(State& state) const;
  void standardise_once(const Batch& batch) const;
  double norm_at_variance_1(const State& state) const;
  std::vector<double> first_scales(const StepHistory& past, const State& state) const;

  Settings settings_;
  int d_;
};

}  // namespace uneven::elements
