// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "elements/programs/least_squares.hpp"
#include "elements/programs/methods.hpp"
#include "elements/programs/points.hpp"

namespace uneven::elements {

namespace {

enum { samples, model };

/// What the samples do: they measure the columns, see column_phase; then they send the triangle of their rows; or the
/// weights are known.
constexpr double factoring = column_phase::measured, solved = factoring + 1;

/// Places before the lists in the element of group `model`: squares of the residuals and of the target about its mean,
/// of standardised columns, and the rank.
enum { phase, residual_square, target_square, rank_found, first_list };

/// The samples are told the phase, then unit, mean and spread of the columns, then the weights.
enum { told_phase, told_lists };

/// A table is the phase, then sums or a triangle.
enum { sent_phase, sent_numbers };

/// Most columns, so that a triangle fits into memory.
constexpr int most_columns = 4000;

/// In standard deviations: a column with less is constant, and its remainder is rounding.
constexpr double least_deviation = 1e-6;

/// Columns of the inputs and of the target as the samples are told of them.
Columns<const double> columns_of(const double* lists, int columns) {
  return {columns, lists, lists + columns, lists + 2 * columns};
}

/// Column j of a batch, standardised.
void standardised(const Batch& batch, const Columns<const double>& columns, int j, double* to) {
  const double* x = batch.lane<double>(j);
  const double unit = columns.unit[j], mean = columns.mean[j], spread = columns.spread[j];
  for (std::int64_t i = 0; i < batch.count; ++i) to[i] = (x[i] * unit - mean) / spread;
}

}  // namespace

LinearRegression::LinearRegression(const Settings& s) : settings_(s), d_(s.columns - 1) {
  if (d_ < 1) throw InputError("1 column; expected at least one input, and the target in the last column");
  if (d_ > most_columns)
    throw InputError("linear: " + std::to_string(s.columns) + " columns; expected " + std::to_string(most_columns + 1) +
                     " at most");
  if (s.elements < 1) throw InputError("no samples");
}

/// Columns of a triangle: 1, the inputs, the target.
std::vector<Group> LinearRegression::groups() const {
  return {
      {.name = "samples", .count = settings_.elements, .lanes = std::vector<int>(static_cast<std::size_t>(d_ + 1), 8)},
      {.name = "model",
       .central = true,
       .count = 1,
       .fields = first_list + 4 * (d_ + 1),
       .message = sent_numbers + triangle(d_ + 2)}};
}

void LinearRegression::begin(State& state) const {
  std::vector<double>& m = state.values[model];
  m.assign(first_list, 0);
  m.resize(static_cast<std::size_t>(first_list + d_ + 1), 1);  // units
  m.resize(static_cast<std::size_t>(first_list + 2 * (d_ + 1)), 0);
  m.resize(static_cast<std::size_t>(first_list + 3 * (d_ + 1)), 1);  // spreads
  m.resize(static_cast<std::size_t>(first_list + 4 * (d_ + 1)), 0);
  tell(state);
}

void LinearRegression::tell(State& state) const {
  const std::vector<double>& m = state.values[model];
  state.multicast[samples].assign({m[phase]});
  state.multicast[samples].insert(state.multicast[samples].end(), m.begin() + first_list, m.end());
}

int LinearRegression::next(const State& state, int last) const {
  if (last == samples) return model;
  return state.values[model][phase] == solved || settings_.iterations < 1 ? stop : samples;
}

void LinearRegression::step(const Batch& batch, Outbox& out) const {
  double* table = out.table(model);
  const double now = table[sent_phase] = batch.multicast[told_phase];
  const Columns<const double> columns = columns_of(&batch.multicast[told_lists], d_ + 1);
  if (now < factoring) return measure_columns(batch, now, columns, table + sent_numbers);
  const auto rows = static_cast<std::size_t>(batch.count);
  std::vector<double> matrix(rows * static_cast<std::size_t>(d_ + 2), 1.0);
  for (int j = 0; j <= d_; ++j) standardised(batch, columns, j, matrix.data() + static_cast<std::size_t>(j + 1) * rows);
  triangle_of(matrix.data(), batch.count, d_ + 2, table + sent_numbers);
}

void LinearRegression::combine(int group, double* into, const double* from, std::int64_t size) const {
  if (into[sent_phase] == factoring) return join_triangles(into + sent_numbers, from + sent_numbers, d_ + 2);
  if (into[sent_phase] != column_phase::sizing)
    return Program::combine(group, into + sent_numbers, from + sent_numbers, size - sent_numbers);
  for (int j = 0; j <= d_; ++j) into[sent_numbers + j] = std::max(into[sent_numbers + j], from[sent_numbers + j]);
}

void LinearRegression::step_central(int, const double* table, State& state) const {
  std::vector<double>& m = state.values[model];
  if (m[phase] < factoring) {
    double* lists = m.data() + first_list;
    std::vector<double> unused(static_cast<std::size_t>(d_ + 1));
    take_sums(table + sent_numbers, m[phase], static_cast<double>(settings_.elements), 0,
              {d_ + 1, lists, lists + d_ + 1, lists + 2 * (d_ + 1)}, unused.data());
    ++m[phase];
  } else {
    solve(table + sent_numbers, state);
    m[phase] = solved;
    if (!std::isfinite(objective(state)))
      throw InputError(
          "linear: the mean of the squared residuals is larger than any double; expected smaller numbers "
          "in the last column");
  }
  tell(state);
}

/// A column that is constant has no weight: it is left out, and a target that is constant has no residuals.
void LinearRegression::solve(const double* triangle, State& state) const {
  std::vector<double>& m = state.values[model];
  const Columns<const double> columns = columns_of(m.data() + first_list, d_ + 1);
  double* weights = m.data() + first_list + 3 * (d_ + 1);
  const double count = static_cast<double>(settings_.elements), least = least_deviation * std::sqrt(count);
  const auto at = [&](int i, int j) { return static_cast<std::size_t>(triangle_at(j, i)); };
  std::vector<double> r(triangle, triangle + elements::triangle(d_ + 2)), penalties, noise;
  std::vector<bool> varies;
  for (int j = 0; j <= d_; ++j) {
    double* column = &r[at(1, j + 1)];
    varies.push_back(std::sqrt(dot({column, std::size_t(j + 1)}, {column, std::size_t(j + 1)})) > least);
    if (!varies.back()) std::fill_n(column, j + 1, 0.0);
    if (j == d_) continue;
    // The penalty is one on the weights of the columns as they were given, for a target of its own size.
    penalties.push_back(varies.back() ? std::sqrt(count) * penalty_scale(settings_.l2, columns, j) : 0);
    noise.push_back(varies.back() ? 4 * std::numeric_limits<double>::epsilon() / columns.spread[j] : 0);
  }
  const LeastSquares found = solve_least_squares(r.data(), d_, penalties, noise);
  std::ranges::copy(found.weights, weights);
  double constant = r[at(0, d_ + 1)], rest = varies[static_cast<std::size_t>(d_)] ? r[at(d_ + 1, d_ + 1)] : 0;
  double residual = rest * rest, target = rest * rest;
  for (int j = 0; j < d_; ++j) constant -= r[at(0, j + 1)] * weights[j];
  for (int i = 1; i <= d_; ++i) {
    double left = r[at(i, d_ + 1)];
    target += left * left;
    for (int j = i; j <= d_; ++j) left -= r[at(i, j)] * weights[j - 1];
    residual += left * left;
  }
  weights[d_] = constant / r[at(0, 0)];
  m[residual_square] = residual;
  m[target_square] = target;
  m[rank_found] = found.rank;
}

std::int64_t LinearRegression::iterations(const State& state) const { return state.values[model][phase] == solved; }

double LinearRegression::objective(const State& state) const {
  const std::vector<double>& m = state.values[model];
  if (m[phase] != solved) return 0;
  const double residual =
      std::sqrt(m[residual_square] / static_cast<double>(settings_.elements)) * unit_of_target(state);
  double penalty = 0;
  for (int j = 0; j < d_; ++j) penalty += std::pow(std::sqrt(settings_.l2) * weight(state, j), 2);
  return 0.5 * residual * residual + 0.5 * penalty;
}

double LinearRegression::unit_of_target(const State& state) const {
  const Columns<const double> columns = columns_of(state.values[model].data() + first_list, d_ + 1);
  return columns.spread[d_] / columns.unit[d_];
}

double LinearRegression::weight(const State& state, int j) const {
  const std::vector<double>& m = state.values[model];
  const Columns<const double> columns = columns_of(m.data() + first_list, d_ + 1);
  const double standard = m[static_cast<std::size_t>(first_list + 3 * (d_ + 1) + j)];
  return standard / columns.spread[j] * columns.spread[d_] * columns.unit[j] / columns.unit[d_];
}

std::optional<bool> LinearRegression::settled(const State& state) const { return state.values[model][phase] == solved; }

std::vector<Result> LinearRegression::results(const State& state) const {
  const std::vector<double>& m = state.values[model];
  if (m[phase] != solved) return {};  // stopped so early
  const Columns<const double> columns = columns_of(m.data() + first_list, d_ + 1);
  const double* standard = &m[static_cast<std::size_t>(first_list + 3 * (d_ + 1))];
  std::vector<double> weights;
  double constant = standard[d_] * columns.spread[d_] + columns.mean[d_];
  for (int j = 0; j < d_; ++j) {
    weights.push_back(weight(state, j));
    constant -= standard[j] / columns.spread[j] * columns.mean[j] * columns.spread[d_];
    if (!std::isfinite(weights.back()))
      throw InputError("linear: the weight of column " + std::to_string(j + 1) +
                       " is larger than any double; expected columns of more alike sizes");
  }
  weights.push_back(constant / columns.unit[d_]);
  const double unit = unit_of_target(state);
  std::vector<Result> all{{"weights", weights, Result::list}};
  if (const double square = std::pow(std::sqrt(m[residual_square]) * unit, 2); std::isfinite(square))
    all.push_back({"residual_sum_of_squares", {square}, 0});
  if (m[target_square] > 0) all.push_back({"r2", {1 - m[residual_square] / m[target_square]}, 0});
  all.push_back({"rank", {m[rank_found]}, 0});
  return all;
}

std::vector<std::string> LinearRegression::warnings(const State& state) const {
  const std::vector<double>& m = state.values[model];
  if (m[phase] != solved || m[rank_found] == d_) return {};
  return {
      std::to_string(d_ - static_cast<int>(m[rank_found])) + " of " + std::to_string(d_) +
      " columns are constant or depend on the others: of the weights that fit equally, those smallest in normalised "
      "columns are given"};
}

void LinearRegression::output(const Batch& batch, double* predictions) const {
  std::fill_n(predictions, batch.count, 0);
  if (batch.multicast[told_phase] != solved) return;  // stopped so early
  const Columns<const double> columns = columns_of(&batch.multicast[told_lists], d_ + 1);
  const double* weights = &batch.multicast[static_cast<std::size_t>(told_lists + 3 * (d_ + 1))];
  std::vector<double> x(static_cast<std::size_t>(batch.count));
  std::fill_n(predictions, batch.count, weights[d_]);
  for (int j = 0; j < d_; ++j) {
    standardised(batch, columns, j, x.data());
    for (std::size_t i = 0; i < x.size(); ++i) predictions[i] += weights[j] * x[i];
  }
  for (std::size_t i = 0; i < x.size(); ++i)
    predictions[i] = (predictions[i] * columns.spread[d_] + columns.mean[d_]) / columns.unit[d_];
}

bool LinearRegression::can_resume(const State& state, int last) const {
  const std::vector<double>&m = state.values[model], &told = state.multicast[samples];
  return (last == -1 || last == model) && std::ssize(told) == told_lists + 4 * (d_ + 1) &&
         told[told_phase] == m[phase] && is_count(m[phase]) && m[phase] <= solved && all_finite(state);
}

}  // namespace uneven::elements
