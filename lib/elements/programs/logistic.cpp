// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "elements/programs/clustering.hpp"
#include "elements/programs/methods.hpp"
#include "elements/programs/points.hpp"
#include "elements/programs/solvers.hpp"

namespace uneven::elements {

namespace {

using namespace logistic;

enum { samples, model };

/// What the samples do: they measure the columns, see column_phase; then they send the gradient.
constexpr double sizing = column_phase::sizing, descending = column_phase::measured;

/// The samples are told the phase, then unit, mean and spread of the columns, the weights to try, and those kept, which
/// the output is made with.
enum { told_phase, told_lists };

/// A bit of a batch's first label: its samples have been standardised.
constexpr std::uint8_t standard = most_classes;

/// In place of the loss, which is never negative: the tables hold largest sizes.
constexpr double of_sizes = -1;

constexpr double usual_tolerance = 1e-8, sufficient_decrease = 1e-4, shortest_cut = 0.1, longest_cut = 0.5;

/// Relative change of the objective below which a change is rounding.
constexpr double rounding = 1e-14;

/// The inverse of the largest second derivative of the loss in a column of variance 1.
constexpr double first_scale = 4;

/// A next step of this length along which the slope changes by less than this for each unit of it: the loss hardly
/// depends on where it leads.
constexpr double long_step = 0.1, flat_curvature = usual_tolerance / long_step;

/// The columns as the samples are told of them.
Columns<const double> columns_of(const Batch& batch, int d) {
  const double* unit = &batch.multicast[told_lists];
  return {d, unit, unit + d, unit + 2 * d};
}

}  // namespace

LogisticRegression::LogisticRegression(const Settings& s)
    : settings_(s), d_(s.columns - 1), classes_(s.classes > 2 ? s.classes : 1), n_(classes_ * (d_ + 1)) {
  if (d_ < 1) throw InputError("1 column; expected at least one input, and the label in the last column");
  if (s.classes != 0 && (s.classes < 2 || s.classes > most_classes))
    throw InputError(std::to_string(s.classes) + " classes; expected 2 to " + std::to_string(most_classes));
  if (s.elements < 1) throw InputError("no samples");
}

/// A table is the gradient, the loss, and the samples whose label is the less likely one.
std::vector<Group> LogisticRegression::groups() const {
  std::vector<int> lanes(static_cast<std::size_t>(d_), 8);
  lanes.push_back(1);
  return {{.name = "samples", .count = settings_.elements, .lanes = lanes, .cheap = true},
          {.name = "model", .central = true, .count = 1, .fields = numbers_of_model(d_, n_), .message = n_ + 2}};
}

void LogisticRegression::load(const Batch& batch, const double* rows, int columns) const {
  for (int j = 0; j < d_; ++j) {
    double* lane = batch.lane<double>(j);
    for (std::int64_t i = 0; i < batch.count; ++i) lane[i] = rows[i * columns + j];
  }
  const int most = settings_.classes == 0 ? most_classes : settings_.classes;
  std::uint8_t* labels = batch.lane<std::uint8_t>(d_);
  for (std::int64_t i = 0; i < batch.count; ++i) {
    const double label = rows[i * columns + d_];
    if (!(label >= 0 && label < most && label == std::floor(label)))
      throw InputError("row " + std::to_string(batch.first + i + 1) + ": the label is " + shown_data(shortest(label)) +
                       "; expected " + (most == 2 ? "0 or 1" : "a whole number from 0 to " + std::to_string(most - 1)) +
                       " in the last column");
    labels[i] = static_cast<std::uint8_t>(label);
  }
}

void LogisticRegression::begin(State& state) const {
  std::vector<double>& m = state.values[model];
  m.assign(static_cast<std::size_t>(numbers_of_model(d_, n_)), 0);
  const Model<double> lists(m.data(), d_, n_);
  std::fill_n(lists.columns.unit, d_, 1);
  std::fill_n(lists.columns.spread, d_, 1);
  std::fill_n(lists.shrunk, d_, 1);
  tell(state);
}

int LogisticRegression::next(const State& state, int last) const {
  if (last == samples) return model;
  return *settled(state) || iterations(state) >= settings_.iterations ? stop : samples;
}

/// Once for each batch.
void LogisticRegression::standardise_once(const Batch& batch) const {
  std::uint8_t& done = batch.lane<std::uint8_t>(d_)[0];
  if (done & standard) return;
  standardise(batch, columns_of(batch, d_));
  done |= standard;
}

void LogisticRegression::step(const Batch& batch, Outbox& out) const {
  double* table = out.table(model);
  const double now = batch.multicast[told_phase];
  if (now == descending) {
    standardise_once(batch);
    const PointsOf all(batch, d_);
    const std::uint8_t* labels = batch.lane<std::uint8_t>(d_);
    const double* weights = &batch.multicast[told_lists] + 3 * d_;
    if (classes_ == 1) return kernels().logistic(all, labels, weights, table, table + n_, table + n_ + 1);
    const auto scratch = std::make_unique_for_overwrite<double[]>(mixture_scratch(classes_, d_));
    return kernels().softmax(all, labels, weights, classes_, table, table + n_, table + n_ + 1, scratch.get());
  }
  if (now == sizing) table[n_] = of_sizes;
  measure_columns(batch, now, columns_of(batch, d_), table);
}

void LogisticRegression::combine(int group, double* into, const double* from, std::int64_t size) const {
  if (into[n_] != of_sizes) return Program::combine(group, into, from, size);
  for (int j = 0; j < d_; ++j) into[j] = std::max(into[j], from[j]);
}

void LogisticRegression::step_central(int, const double* table, State& state) const {
  state.values[model][phase] == descending ? descend(table, state) : measure(table, state);
  tell(state);
}

void LogisticRegression::measure(const double* table, State& state) const {
  std::vector<double>& m = state.values[model];
  const Model<double> lists(m.data(), d_, n_);
  take_sums(table, m[phase], static_cast<double>(settings_.elements), settings_.l2, lists.columns, lists.shrunk);
  ++m[phase];
}

/// Takes the weights that were tried, or not, and chooses the next ones.
void LogisticRegression::descend(const double* table, State& state) const {
  std::vector<double>& m = state.values[model];
  const Model<double> lists(m.data(), d_, n_);
  const Columns<const double> columns = Model<const double>(m.data(), d_, n_).columns;
  const auto size = static_cast<std::size_t>(n_);
  const auto count = static_cast<double>(settings_.elements);
  const double* tried = &state.multicast[samples][told_lists] + 3 * d_;
  std::vector<double> gradient(table, table + n_), step(size);
  const double loss = table[n_] / count;
  double value = loss;
  for (int j = 0; j < n_; ++j) {
    const double scale = is_constant(j) ? 0 : penalty_scale(settings_.l2, columns, j % (d_ + 1));
    const auto at = static_cast<std::size_t>(j);
    gradient[at] = gradient[at] / count + scale * scale * tried[j];
    value += 0.5 * scale * tried[j] * scale * tried[j];
    step[at] = tried[j] - lists.weights[j];
  }
  const std::span<double> kept(lists.gradient, size);
  const double allowed = m[objective_kept] + sufficient_decrease * m[step_length] * m[slope];
  const bool level = value <= m[objective_kept] + rounding * std::abs(m[objective_kept]) &&
                     dot(gradient, {lists.direction, size}) <= (2 * sufficient_decrease - 1) * m[slope];
  if (m[rounds_done]++ == 0 || value <= allowed || level) {
    StepHistory past{{lists.steps, history * size}, {lists.changes, history * size}, m[pairs_held]};
    if (m[rounds_done] > 1) {
      std::vector<double> change(size);
      for (std::size_t j = 0; j < size; ++j) change[j] = gradient[j] - kept[j];
      past.add(step, change);
    }
    std::copy_n(tried, n_, lists.weights);
    std::ranges::copy(gradient, kept.begin());
    m[objective_kept] = value;
    m[loss_kept] = loss;
    m[wrong_kept] = table[n_ + 1];
    m[norm] = norm_at_variance_1(state);
    std::ranges::copy(descent_direction(kept, past, first_scales(past, state)), lists.direction);
    m[slope] = dot(kept, {lists.direction, size});
    m[step_length] = 1;
  } else {
    // Where the parabola through both values with the slope at the first has its least value.
    const double down = m[step_length] * m[slope];
    const double least = -0.5 * down / (value - m[objective_kept] - down);
    m[step_length] *= std::isfinite(least) ? std::clamp(least, shortest_cut, longest_cut) : shortest_cut;
  }
}

void LogisticRegression::tell(State& state) const {
  std::vector<double>& m = state.values[model];
  const Model<double> lists(m.data(), d_, n_);
  std::vector<double>& told = state.multicast[samples];
  told.assign({m[phase]});
  told.insert(told.end(), lists.columns.unit, lists.weights);
  for (int j = 0; j < n_; ++j) told.push_back(lists.weights[j] + m[step_length] * lists.direction[j]);
  told.insert(told.end(), lists.weights, lists.gradient);
}

/// The length of the gradient in columns of mean 0 and variance 1, which are those that the run works on but for the
/// penalty.
double LogisticRegression::norm_at_variance_1(const State& state) const {
  const Model<const double> lists(state.values[model].data(), d_, n_);
  std::vector<double> gradient(lists.gradient, lists.gradient + n_);
  for (int j = 0; j < n_; ++j)
    if (!is_constant(j)) gradient[static_cast<std::size_t>(j)] *= lists.shrunk[j % (d_ + 1)];
  return std::sqrt(dot(gradient, gradient));
}

/// The inverse of each weight's curvature: of the penalty it is known, of the loss it is as the last step found it.
std::vector<double> LogisticRegression::first_scales(const StepHistory& past, const State& state) const {
  const Columns<const double> columns = Model<const double>(state.values[model].data(), d_, n_).columns;
  const double of_loss = past.last_scale(static_cast<std::size_t>(n_)).value_or(first_scale);
  std::vector<double> scales;
  for (int j = 0; j < n_; ++j) {
    const double penalty = is_constant(j) ? 0 : penalty_scale(settings_.l2, columns, j % (d_ + 1));
    const double share = first_scale * std::pow(penalty, 2);
    scales.push_back(of_loss / (1 - share + share * of_loss / first_scale));
  }
  return scales;
}

std::int64_t LogisticRegression::iterations(const State& state) const {
  return static_cast<std::int64_t>(state.values[model][rounds_done]);
}

double LogisticRegression::objective(const State& state) const { return state.values[model][objective_kept]; }

std::optional<bool> LogisticRegression::settled(const State& state) const {
  const double tolerance = tolerance_of(settings_, usual_tolerance);
  return iterations(state) > 0 && state.values[model][norm] < tolerance;
}

std::vector<Result> LogisticRegression::results(const State& state) const {
  const std::vector<double>& m = state.values[model];
  if (iterations(state) == 0) return {};  // stopped so early
  const Model<const double> lists(m.data(), d_, n_);
  std::vector<double> weights;
  for (const double* standard = lists.weights; standard < lists.weights + n_; standard += d_ + 1) {
    double constant = standard[d_];
    for (int j = 0; j < d_; ++j) {
      const double weight = standard[j] / lists.columns.spread[j];
      weights.push_back(weight * lists.columns.unit[j]);
      constant -= weight * lists.columns.mean[j];
      if (!std::isfinite(weights.back()))
        throw InputError("logistic: the weight of column " + std::to_string(j + 1) +
                         " is larger than any double; expected larger numbers in that column");
    }
    weights.push_back(constant);
  }
  return {{"weights", weights, classes_ == 1 ? Result::list : static_cast<std::size_t>(d_ + 1)},
          {"loss", {m[loss_kept]}, 0},
          {"gradient_norm", {m[norm]}, 0},
          {"misclassified", {m[wrong_kept]}, 0}};
}

std::vector<std::string> LogisticRegression::warnings(const State& state) const {
  const std::vector<double>& m = state.values[model];
  if (iterations(state) == 0 || settings_.l2 > 0) return {};
  if (m[wrong_kept] == 0)
    return {
        std::string(classes_ == 1 ? "the two labels" : "the classes") +
        " can be separated: no finite weights are best, and these grow with every iteration; expected --l2 above 0"};
  const Model<const double> lists(m.data(), d_, n_);
  const std::span<const double> next(lists.direction, static_cast<std::size_t>(n_));
  if (*settled(state) && largest_size(next) > long_step && -m[slope] <= flat_curvature * dot(next, next))
    return {
        "the loss hardly depends on some of the weights, which may still grow: part of the samples can be separated, "
        "or columns depend on each other; expected --l2 above 0"};
  return {};
}

void LogisticRegression::output(const Batch& batch, double* numbers) const {
  std::fill_n(numbers, batch.count, classes_ == 1 ? 0.5 : 0);
  if (batch.multicast[told_phase] != descending) return;  // stopped so early
  standardise_once(batch);
  const double* weights = &batch.multicast[told_lists] + 3 * d_ + n_;
  if (classes_ == 1) return kernels().probability(PointsOf(batch, d_), weights, numbers);
  kernels().likeliest_class(PointsOf(batch, d_), weights, classes_, numbers);
}

bool LogisticRegression::can_resume(const State& state, int last) const {
  const std::vector<double>&m = state.values[model], &told = state.multicast[samples];
  return (last == -1 || last == model) && std::ssize(told) == told_lists + 3 * d_ + 2 * n_ &&
         told[told_phase] == m[phase] && m[phase] <= descending && is_count(m[phase]) && is_count(m[rounds_done]) &&
         is_count(m[pairs_held]) && m[pairs_held] <= history && all_finite(state);
}

}  // namespace uneven::elements
