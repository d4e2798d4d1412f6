// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "elements/program.hpp"
#include "elements/programs/clustering.hpp"
#include "elements/programs/covariances.hpp"
#include "elements/programs/parallel_seeding.hpp"
#include "elements/programs/solvers.hpp"

namespace uneven::elements {

/// Expectation maximisation for a mixture of Gaussians with covariances of any Covariance, pattern (b) of Ito 2012: S1
/// over the points sends responsibilities and moments, S2 over the components makes weights, means and covariances of
/// them.
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
  std::int64_t numbers_told() const override { return 1 + settings_.clusters * size_; }
  bool is_better(double a, double b) const override { return a > b; }
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
  void take_model(State& state) const;
  void require_range(double largest) const;
  void tell_components(State& state) const;

  Covariance kind_;
  int size_;  ///< numbers of a component
};

/// K-means (Lloyd's iterations), pattern (b) of Ito 2012: S1 over the points sends each point to its nearest centroid,
/// S2 over the clusters makes the means and multicasts them.
///
/// An iteration moves the centroids and assigns the points to them, so that at its end the centroids, the labels, the
/// sizes and the inertia, the sum of the squared distances, belong together. Clusters without points take the points
/// that are farthest from all centroids, one after the other, where there are such. The run ends when the inertia
/// falls by no more than tolerance (default 1e-4) of itself and no cluster could be filled, or when it is 0.
///
/// It begins with the centroids given, or those that k-means++ chooses, or k-means||.
///
/// Points whose squared distances would leave the range of doubles are computed with as multiples of a power of two.
class KMeans : public Clustering {
 public:
  /// @throws InputError  if there are more clusters than points.
  explicit KMeans(const Settings& settings);

  std::vector<Group> groups() const override;
  void begin(State& state) const override;
  int next(const State& state, int last) const override;
  void step(const Batch& batch, Outbox& out) const override;
  void combine(int group, double* into, const double* from, std::int64_t size) const override;
  /// @throws InputError  if the inertia is larger than any double, the centroids given are too far away, or
  ///   numbers are too large for distances as small as those of the points.
  void step_central(int group, const double* table, State& state) const override;
  double objective(const State& state) const override;
  std::string objective_name() const override { return "inertia"; }
  std::int64_t numbers_told() const override;
  bool is_better(double a, double b) const override { return a < b; }
  std::optional<bool> settled(const State& state) const override;
  std::vector<Result> results(const State& state) const override;
  std::vector<std::string> warnings(const State& state) const override;
  void output(const Batch& batch, double* labels) const override;
  bool can_resume(const State& state, int last) const override;

 private:
  void measure(double half_extent, State& state) const;
  void take_candidates(const double* table, State& state) const;
  std::span<const double> first_centroids(std::span<const double> told) const;
  void move_centroids(State& state) const;
  void fill_with(const double* point, State& state) const;
  void end_filling(State& state) const;
  double size(const State& state, std::int64_t cluster) const;
  std::int64_t empty(const State& state) const;

  ParallelSeeding parallel_;
};

/// Logistic regression, pattern (b) of Ito 2012: S1 over the samples sends the gradient of the loss, S2, one model,
/// takes a step and multicasts the weights.
///
/// A sample is a row of inputs with its label in the last column: 0 or 1, or with more classes (softmax) the number of
/// its class; each class has weights of its own. The objective to be minimised is the mean loss plus half of
/// Settings::l2 times the sum of the squared weights of the columns, without the constants. Only differences between
/// the classes' weights count; without a penalty, the weights given add up to 0.
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
  /// @throws InputError  at a label of no class.
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
  /// Of two classes the probability of 1, of more the likeliest.
  bool has_output() const override { return true; }
  bool whole_output() const override { return classes_ > 1; }
  void output(const Batch& batch, double* numbers) const override;
  bool can_resume(const State& state, int last) const override;

 private:
  void measure(const double* table, State& state) const;
  void descend(const double* table, State& state) const;
  void tell(State& state) const;
  void standardise_once(const Batch& batch) const;
  double norm_at_variance_1(const State& state) const;
  std::vector<double> first_scales(const StepHistory& past, const State& state) const;
  bool is_constant(int weight) const { return weight % (d_ + 1) == d_; }

  Settings settings_;
  int d_;
  int classes_;  ///< that have weights of their own: 1 if there are two
  int n_;        ///< weights
};

/// Linear regression, least squares, pattern (b) of Ito 2012: S1 over the samples sends a triangle of their rows, S2,
/// one model, solves.
///
/// A sample is a row of inputs with its target in the last column. What is minimised, the objective, is half the mean
/// squared residual plus half of Settings::l2 times the sum of the squared weights of the columns, without the
/// constant: the penalty alpha of ridge regression is l2 times the number of samples.
///
/// Four sums over the samples give each column's mean and spread, as for logistic regression. Then each block sends the
/// triangle R of its rows in columns of mean 0 and variance 1, and triangles combine (least_squares.hpp): unlike sums
/// of products, they do not square the condition of the columns. There is one iteration, which is exact.
class LinearRegression : public Program {
 public:
  /// @throws InputError  if the data have no column of inputs, too many columns, or no row.
  explicit LinearRegression(const Settings& settings);

  std::vector<Group> groups() const override;
  void begin(State& state) const override;
  int next(const State& state, int last) const override;
  void step(const Batch& batch, Outbox& out) const override;
  /// @throws InputError  if the objective is larger than any double.
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
  void output(const Batch& batch, double* predictions) const override;
  bool can_resume(const State& state, int last) const override;

 private:
  void tell(State& state) const;
  void solve(const double* triangle, State& state) const;
  double unit_of_target(const State& state) const;
  double weight(const State& state, int j) const;

  Settings settings_;
  int d_;
};

/// Weights of a linear or logistic regression applied to other samples: their predictions, probabilities or classes. If
/// the data have a further column, the target or label, one superstep scores the model by it.
class AppliedRegression : public Program {
 public:
  /// @param settings  with the weights as Settings::model.
  /// @throws InputError  if the weights are of another number of columns.
  AppliedRegression(const Settings& settings, bool linear);

  std::vector<Group> groups() const override;
  /// @throws InputError  at a label of no class.
  void load(const Batch& batch, const double* rows, int columns) const override;
  void begin(State& state) const override;
  int next(const State& state, int last) const override;
  void step(const Batch& batch, Outbox& out) const override;
  /// @throws InputError  if the loss is larger than any double.
  void step_central(int group, const double* table, State& state) const override;
  void combine(int group, double* into, const double* from, std::int64_t size) const override;
  std::int64_t iterations(const State& state) const override;
  double objective(const State& state) const override;
  std::string objective_name() const override { return "loss"; }
  std::vector<Result> results(const State& state) const override;
  bool has_output() const override { return true; }
  bool whole_output() const override { return classes_ > 1; }
  void output(const Batch& batch, double* numbers) const override;

 private:
  Settings settings_;
  bool linear_;
  int classes_;  ///< that have weights of their own: 1 if there are two
  int d_ = 0;
};

/// PageRank, pattern (a) of Ito 2012: one keyed group of vertices; a vertex sends its rank in equal parts along its
/// edges. A central group sums the change and the rank of the vertices without out-edges; all vertices get equal parts
/// of that rank.
///
///     r_v = (1 - damping) / n + damping (sum of r_u / out(u) over edges u -> v + sum of r_u without out-edges / n)
///
/// Weights of edges, if there are any, divide a rank in proportion to them, in place of equal parts. A vertex whose
/// edges all weigh 0 counts as one without out-edges. With Settings::personal, the preferences of the vertices, divided
/// by their sum, take the place of 1 / n in both terms.
///
/// Parts travel as whole multiples of 2^-62, whose sums are exact in any order: a rank is off by at most 2^-62 for
/// each edge that leads to it. The ranks add up to 1; the objective is sum |change|, and the run ends when it is below
/// tolerance (default 1e-10). Each round lowers the change by the damping at least, from 2 or less: with 0.85, 146
/// rounds always settle. What rounding leaves is about 1e-16, and 2^-62 for each edge.
class PageRank : public Program {
 public:
  /// @throws InputError  if the damping is not in 0 .. 1.
  explicit PageRank(const Settings& settings);

  std::vector<Group> groups() const override;
  DataForm data_form() const override { return DataForm::edges; }
  LinkWeights link_weights() const override { return LinkWeights::not_negative; }
  /// Takes the vertices' preferences, none below 0.
  void load(const Batch& batch, const double* rows, int columns) const override;
  void begin(State& state) const override;
  int next(const State& state, int last) const override;
  void step(const Batch& batch, Outbox& out) const override;
  void step_central(int group, const double* table, State& state) const override;
  std::int64_t iterations(const State& state) const override;
  double objective(const State& state) const override;
  std::string objective_name() const override { return "change"; }
  std::optional<bool> settled(const State& state) const override;
  std::vector<Result> results(const State& state) const override;
  bool has_output() const override { return true; }
  void output(const Batch& batch, double* ranks) const override;
  bool can_resume(const State& state, int last) const override;

 private:
  Settings settings_;
};

}  // namespace uneven::elements
