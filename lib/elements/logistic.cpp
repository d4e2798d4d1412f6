#include "elements/logistic.hpp"

#include <cmath>

#include "base/error.hpp"
#include "elements/points.hpp"
#include "elements/resumable.hpp"

namespace uneven::elements {

namespace {

enum { samples, model };

/// What the model remembers, before its weights and their gradient, which are those of the last step kept.
enum { iterations_done, loss, step_length, slope, first_weight };

constexpr double usual_tolerance = 1e-6, sufficient_decrease = 1e-4, growth = 1.5, shrinkage = 0.5;

}  // namespace

LogisticRegression::LogisticRegression(const Settings& s) : settings_(s), d_(s.columns - 1) {
  if (d_ < 1) throw InputError("1 column; expected at least one input, and the label 0 or 1 in the last column");
  if (s.elements < 1) throw InputError("no samples");
}

std::size_t LogisticRegression::weight(int j) const { return static_cast<std::size_t>(first_weight + j); }
std::size_t LogisticRegression::gradient(int j) const { return static_cast<std::size_t>(first_weight + d_ + 1 + j); }

std::vector<Group> LogisticRegression::groups() const {
  std::vector<int> lanes(static_cast<std::size_t>(d_), 8);
  lanes.push_back(1);
  return {{.name = "samples", .count = settings_.elements, .lanes = lanes},
          {.name = "model", .central = true, .count = 1, .fields = first_weight + 2 * (d_ + 1), .message = d_ + 2}};
}

void LogisticRegression::load(const Batch& batch, const double* rows, int columns) const {
  for (int j = 0; j < d_; ++j)
    for (std::int64_t i = 0; i < batch.count; ++i) batch.lane<double>(j)[i] = rows[i * columns + j];
  for (std::int64_t i = 0; i < batch.count; ++i) {
    const double label = rows[i * columns + d_];
    if (label != 0 && label != 1)
      throw InputError("row " + std::to_string(batch.first + i + 1) + ": the label is " + std::to_string(label) +
                       "; expected 0 or 1 in the last column");
    batch.lane<std::uint8_t>(d_)[i] = label == 1;
  }
}

void LogisticRegression::begin(State& state) const {
  state.values[model].assign(static_cast<std::size_t>(first_weight + 2 * (d_ + 1)), 0);
  state.values[model][loss] = HUGE_VAL;
  state.values[model][step_length] = 1;
  state.multicast[samples].assign(static_cast<std::size_t>(2 * (d_ + 1)), 0);
}

int LogisticRegression::next(const State& state, int last) const {
  if (last == samples) return model;
  const double tolerance = settings_.tolerance < 0 ? usual_tolerance : settings_.tolerance;
  const bool settled = last == model && std::sqrt(state.values[model][slope]) < tolerance;
  return settled || iterations(state) >= settings_.iterations ? stop : samples;
}

void LogisticRegression::step(const Batch& batch, Outbox& out) const {
  double* table = out.table(model);
  kernels().logistic(PointsOf(batch, d_), batch.lane<std::uint8_t>(d_), batch.multicast.data(), table, table + d_ + 1);
}

void LogisticRegression::step_central(int, const double* table, State& state) const {
  std::vector<double>& m = state.values[model];
  std::vector<double>& tried = state.multicast[samples];
  const auto count = static_cast<double>(settings_.elements);
  const double tried_loss = table[d_ + 1] / count;
  if (tried_loss <= m[loss] - sufficient_decrease * m[step_length] * m[slope]) {
    if (m[iterations_done] > 0) m[step_length] *= growth;
    m[loss] = tried_loss;
    m[slope] = 0;
    for (int j = 0; j <= d_; ++j) {
      m[weight(j)] = tried[static_cast<std::size_t>(j)];
      m[gradient(j)] = table[j] / count;
      m[slope] += m[gradient(j)] * m[gradient(j)];
    }
  } else {
    m[step_length] *= shrinkage;
  }
  // The samples are told the weights to try, then those kept, which the output is made with.
  for (int j = 0; j <= d_; ++j) {
    tried[static_cast<std::size_t>(j)] = m[weight(j)] - m[step_length] * m[gradient(j)];
    tried[static_cast<std::size_t>(d_ + 1 + j)] = m[weight(j)];
  }
  ++m[iterations_done];
}

std::int64_t LogisticRegression::iterations(const State& state) const {
  return static_cast<std::int64_t>(state.values[model][iterations_done]);
}

double LogisticRegression::objective(const State& state) const { return state.values[model][loss]; }

std::vector<Result> LogisticRegression::results(const State& state) const {
  const auto first = state.values[model].begin() + first_weight;
  return {{"weights", {first, first + d_ + 1}, Result::list},
          {"loss", {objective(state)}, 0},
          {"gradient_norm", {std::sqrt(state.values[model][slope])}, 0}};
}

void LogisticRegression::output(const Batch& batch, double* probabilities) const {
  kernels().probability(PointsOf(batch, d_), batch.multicast.data() + d_ + 1, probabilities);
}

bool LogisticRegression::can_resume(const State& state, int last) const {
  const std::vector<double>& m = state.values[model];
  const bool begun = m[iterations_done] > 0;  // before, the loss is infinite
  return last == (begun ? model : -1) && std::ssize(state.multicast[samples]) == 2 * (d_ + 1) &&
         is_count(m[iterations_done]) && (!begun || all_finite(state));
}

}  // namespace uneven::elements
