// SPDX-License-Identifier: MIT
#pragma once

#include "elements/programs/clustering.hpp"

namespace uneven::elements {

/// Expectation maximisation for a mixture of Gaussians with full covariances, pattern (b) of Ito 2012: S1 over the
/// points sends responsibilities and moments, S2 over the components makes weights, means and covariances of them.
///
/// Starts from k-means++ points (or the given centroids), equal weights and the covariance of all points. The variance
/// floor is added to the diagonal of each covariance. An iteration makes parameters and weighs the points by them; the
/// objective is the mean log-likelihood of the points under these parameters. The run ends when it rises by no more
/// than tolerance (default 1e-6).
class ExpectationMaximisation : public Clustering {
 public:
  /// @throws InputError  if there are more components than points.
  explicit ExpectationMaximisation(const Settings& settings);

  std::vector<Group> groups() const override;
  void begin(State& state) const override;
  int next(const State& state, int last) const override;
  void step(const Batch& batch, Outbox& out) const override;
  /// @throws InputError  if a covariance is singular, all centroids are far from the points, or numbers
  ///   are too large or small for their squares.
  void step_central(int group, const double* table, State& state) const override;
  double objective(const State& state) const override;
  std::string objective_name() const override { return "log_likelihood"; }
  std::optional<bool> settled(const State& state) const override;
  std::vector<Result> results(const State& state) const override;
  std::vector<std::string> warnings(const State& state) const override;
  void output(const Batch& batch, double* labels) const override;
  bool can_resume(const State& state, int last) const override;

 private:
  double* parameters(State& state, std::int64_t component) const;
  const double* parameters(const State& state, std::int64_t component) const;
  void choose_mean(const double* candidate, State& state) const;
  void measure_about(const std::vector<double>& place, State& state) const;
  void start_components(const double* moments, State& state) const;
  void require_means_near(const std::vector<double>& mean, const std::vector<double>& covariance,
                          const State& state) const;
  void update_components(State& state) const;
  void require_range(double largest) const;
  void tell_components(State& state) const;

  int size_;  ///< numbers of a component
};

}  // namespace uneven::elements
