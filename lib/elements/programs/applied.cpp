// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "elements/programs/methods.hpp"
#include "elements/programs/points.hpp"

namespace uneven::elements {

namespace {

enum { samples, model };

/// Fields of the element of group `model`, and a table: whether the samples have been scored; the sum of losses or of
/// squared residuals; misclassified samples; and of the targets their number, mean, and squares about it.
enum { scored, loss, wrong, count, mean, squares, fields };

}  // namespace

AppliedRegression::AppliedRegression(const Settings& s, bool linear)
    : settings_(s), linear_(linear), classes_(!linear && s.classes > 2 ? s.classes : 1) {
  if (classes_ > most_classes)
    throw InputError("the model is of " + std::to_string(classes_) + " classes; expected at most " +
                     std::to_string(most_classes));
  const std::int64_t numbers = std::ssize(s.model), row = numbers / classes_;
  d_ = static_cast<int>(row - 1);
  if (d_ < 1 || row * classes_ != numbers)
    throw InputError("the model has " + std::to_string(numbers) +
                     " weights; expected one for each column and a constant");
  if (s.columns != d_ && s.columns != d_ + 1)
    throw InputError("the model has weights for " + std::to_string(d_) + (d_ == 1 ? " column" : " columns") +
                     "; the data have " + std::to_string(s.columns));
}

std::vector<Group> AppliedRegression::groups() const {
  return {{.name = "samples",
           .count = settings_.elements,
           .lanes = std::vector<int>(static_cast<std::size_t>(settings_.columns), 8)},
          {.name = "model", .central = true, .count = 1, .fields = fields, .message = fields}};
}

void AppliedRegression::load(const Batch& batch, const double* rows, int columns) const {
  Program::load(batch, rows, columns);
  const int most = std::max(2, settings_.classes);
  for (std::int64_t i = 0; !linear_ && columns > d_ && i < batch.count; ++i)
    if (const double label = rows[i * columns + d_]; !(label >= 0 && label < most && label == std::floor(label)))
      throw InputError("row " + std::to_string(batch.first + i + 1) + ": the label is " + shown_data(shortest(label)) +
                       "; expected a whole number from 0 to " + std::to_string(most - 1) + ", or data without labels");
}

void AppliedRegression::begin(State& state) const { state.values[model].assign(fields, 0); }

int AppliedRegression::next(const State& state, int last) const {
  if (last == samples) return model;
  return state.values[model][scored] != 0 || settings_.columns == d_ ? stop : samples;
}

void AppliedRegression::step(const Batch& batch, Outbox& out) const {
  double* table = out.table(model);
  const double* target = batch.lane<double>(d_);
  if (linear_) {
    std::vector<double> predictions(static_cast<std::size_t>(batch.count));
    output(batch, predictions.data());
    for (std::int64_t i = 0; i < batch.count; ++i)
      table[loss] += std::pow(target[i] - predictions[static_cast<std::size_t>(i)], 2);
    table[count] = static_cast<double>(batch.count);
    for (std::int64_t i = 0; i < batch.count; ++i) table[mean] += target[i] / table[count];
    for (std::int64_t i = 0; i < batch.count; ++i) table[squares] += std::pow(target[i] - table[mean], 2);
    return;
  }
  const PointsOf all(batch, d_);
  constexpr std::int64_t padding = 64;
  std::vector<std::uint8_t> labels(static_cast<std::size_t>(batch.count + padding));
  for (std::int64_t i = 0; i < batch.count; ++i)
    labels[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(target[i]);
  std::vector<double> unused(settings_.model.size()), scratch(mixture_scratch(classes_, d_));
  if (classes_ == 1)
    kernels().logistic(all, labels.data(), settings_.model.data(), unused.data(), table + loss, table + wrong);
  else
    kernels().softmax(all, labels.data(), settings_.model.data(), classes_, unused.data(), table + loss, table + wrong,
                      scratch.data());
}

/// Means and squares about them combine.
/// Source: Chan, Golub and LeVeque, Am. Stat. 37(3), 1983, eq. (1.5).
void AppliedRegression::combine(int, double* into, const double* from, std::int64_t) const {
  const double both = into[count] + from[count], away = from[mean] - into[mean];
  if (from[count] > 0) {
    into[squares] += from[squares] + away * away * into[count] * from[count] / both;
    into[mean] += away * from[count] / both;
    into[count] = both;
  }
  into[loss] += from[loss];
  into[wrong] += from[wrong];
}

void AppliedRegression::step_central(int, const double* table, State& state) const {
  state.values[model].assign(table, table + fields);
  state.values[model][scored] = 1;
  if (!std::isfinite(table[loss]) || !std::isfinite(table[squares]))
    throw InputError("the model's loss is larger than any double; expected data like those that it was fitted to");
}

std::int64_t AppliedRegression::iterations(const State&) const { return 0; }

double AppliedRegression::objective(const State& state) const { return state.values[model][loss]; }

std::vector<Result> AppliedRegression::results(const State& state) const {
  const std::vector<double>& m = state.values[model];
  std::vector<Result> all{
      {"weights", settings_.model, classes_ == 1 ? Result::list : static_cast<std::size_t>(d_ + 1)}};
  if (m[scored] == 0) return all;
  if (linear_) {
    all.push_back({"residual_sum_of_squares", {m[loss]}, 0});
    if (m[squares] > 0) all.push_back({"r2", {1 - m[loss] / m[squares]}, 0});
  } else {
    all.push_back({"loss", {m[loss] / static_cast<double>(settings_.elements)}, 0});
    all.push_back({"misclassified", {m[wrong]}, 0});
  }
  return all;
}

void AppliedRegression::output(const Batch& batch, double* numbers) const {
  const double* weights = settings_.model.data();
  if (!linear_) {
    const PointsOf all(batch, d_);
    if (classes_ > 1) return kernels().likeliest_class(all, weights, classes_, numbers);
    return kernels().probability(all, weights, numbers);
  }
  std::fill_n(numbers, batch.count, weights[d_]);
  for (int j = 0; j < d_; ++j) {
    const double* x = batch.lane<double>(j);
    for (std::int64_t i = 0; i < batch.count; ++i) numbers[i] += weights[j] * x[i];
  }
}

}  // namespace uneven::elements
