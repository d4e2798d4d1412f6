#pragma once

#include "elements/program.hpp"

namespace uneven::elements {

/// Logistic regression by gradient descent, pattern (b) of Ito 2012: S1 over the samples sends the gradient of the
/// loss, S2, one model, takes a step and multicasts the weights.
///
/// A sample is a row of inputs with its label, 0 or 1, in the last column. The objective is the mean loss of the
/// weights kept so far. Steps adapt: one that lowers the loss enough (Armijo, 1e-4) is kept and the next is half as
/// long again; one that does not is taken back and halved. The run ends when the gradient is shorter than tolerance
/// (default 1e-6).
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
  std::int64_t iterations(const State& state) const override;
  double objective(const State& state) const override;
  std::string objective_name() const override { return "loss"; }
  std::vector<Result> results(const State& state) const override;
  bool has_output() const override { return true; }
  void output(const Batch& batch, double* probabilities) const override;
  bool can_resume(const State& state, int last) const override;

 private:
  std::size_t weight(int j) const;
  std::size_t gradient(int j) const;

  Settings settings_;
  int d_;
};

}  // namespace uneven::elements
