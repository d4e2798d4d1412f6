#include "elements/em.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "base/error.hpp"
#include "elements/cholesky.hpp"
#include "elements/points.hpp"
#include "elements/resumable.hpp"
#include "elements/sizes.hpp"

namespace uneven::elements {

namespace {

enum { points, components, run };

/// What the one element of group `run` remembers, and what it is sent: the log-likelihood, then a candidate of the
/// seeding.
enum { phase, iterations_done, likelihood, likelihood_before, run_fields };

/// The points choose means, measure the covariance of all, or iterate. The multicast begins with the phase; then come
/// the means so far, or what the kernel needs of each component.
constexpr double seeding = 0, measuring = 1, iterating = 2;

constexpr double usual_tolerance = 1e-6;

/// Of a covariance in memory.
constexpr int most_columns = 10000;

/// A component with fewer points than this keeps its mean and covariance.
constexpr double least_weight = 1e-8;

}  // namespace

ExpectationMaximisation::ExpectationMaximisation(const Settings& s)
    : settings_(s),
      d_(s.columns),
      size_(1 + s.columns + triangle(s.columns)),
      seeding_{.seed = s.seed, .dimensions = s.columns} {
  require_clusters(s);
  if (s.columns > most_columns)
    throw InputError("em: " + std::to_string(s.columns) + " columns; expected " + std::to_string(most_columns) +
                     " at most");
}

std::vector<Group> ExpectationMaximisation::groups() const {
  return {{.name = "points", .count = settings_.elements, .lanes = std::vector<int>(static_cast<std::size_t>(d_), 8)},
          {.name = "components", .central = true, .count = settings_.clusters, .fields = size_, .message = size_},
          {.name = "run", .central = true, .count = 1, .fields = run_fields, .message = 1 + seeding_.message()}};
}

void ExpectationMaximisation::begin(State& state) const {
  state.multicast[points] = {seeding};
  state.values[components].assign(static_cast<std::size_t>(settings_.clusters * size_), 0);
  state.values[run].assign(run_fields, 0);
  for (std::size_t at = 0; at < settings_.centroids.size(); at += static_cast<std::size_t>(d_))
    choose_mean(&settings_.centroids[at], state);
}

int ExpectationMaximisation::next(const State& state, int last) const {
  const std::vector<double>& r = state.values[run];
  if (last == points) return r[phase] == seeding ? run : components;
  if (last == components) return run;
  if (r[phase] != iterating) return points;
  const double tolerance = settings_.tolerance < 0 ? usual_tolerance : settings_.tolerance;
  const bool settled = tolerance > 0 && r[iterations_done] > 1 && r[likelihood] - r[likelihood_before] < tolerance;
  return settled || iterations(state) >= settings_.iterations ? stop : points;
}

void ExpectationMaximisation::step(const Batch& batch, Outbox& out) const {
  const std::span<const double> told = batch.multicast.subspan(1);
  if (batch.multicast[0] == seeding)
    seeding_.propose(batch, told, out.table(run) + 1);
  else
    kernels().mixture(PointsOf(batch, d_), told.data(), std::ssize(told) / size_, out.table(components), out.table(run),
                      nullptr);
}

void ExpectationMaximisation::combine(int group, double* into, const double* from, std::int64_t size) const {
  if (group == components) return Program::combine(group, into, from, size);
  into[0] += from[0];
  seeding_.keep_better(into + 1, from + 1);
}

void ExpectationMaximisation::step_central(int group, const double* table, State& state) const {
  std::vector<double>& r = state.values[run];
  if (group == components) {
    r[phase] == measuring ? start_components(table, state) : update_components(table, state);
  } else if (r[phase] == seeding) {
    choose_mean(table + 2, state);
  } else if (r[phase] == measuring) {
    r[phase] = iterating;
    tell_components(state);
  } else {
    r[likelihood_before] = r[likelihood];
    r[likelihood] = table[0] / static_cast<double>(settings_.elements);
    ++r[iterations_done];
    tell_components(state);
  }
}

void ExpectationMaximisation::choose_mean(const double* candidate, State& state) const {
  std::vector<double>& told = state.multicast[points];
  told.insert(told.end(), candidate, candidate + d_);
  const std::int64_t chosen = (std::ssize(told) - 1) / d_;
  std::copy_n(candidate, d_, &state.values[components][static_cast<std::size_t>((chosen - 1) * size_ + 1)]);
  if (chosen < settings_.clusters) return;
  // One component of any covariance has the responsibility 1 for every point: its moments are those of all points.
  state.values[run][phase] = measuring;
  told.assign({measuring, 0.0});
  told.insert(told.end(), candidate, candidate + d_);
  for (int a = 0; a < d_; ++a)
    for (int b = 0; b <= a; ++b) told.push_back(a == b);
}

void ExpectationMaximisation::start_components(const double* moments, State& state) const {
  const double* once = moments + 1;
  const double* twice = once + d_;
  for (std::int64_t c = 0; c < settings_.clusters; ++c) {
    double* component = &state.values[components][static_cast<std::size_t>(c * size_)];
    component[0] = 1 / static_cast<double>(settings_.clusters);
    for (int a = 0; a < d_; ++a)
      for (int b = 0; b <= a; ++b)
        component[1 + d_ + triangle_at(a, b)] =
            (twice[triangle_at(a, b)] - once[a] * once[b] / moments[0]) / moments[0] +
            (a == b ? settings_.variance_floor : 0);
  }
}

void ExpectationMaximisation::update_components(const double* table, State& state) const {
  double* component = state.values[components].data();
  for (std::int64_t c = 0; c < settings_.clusters; ++c, component += size_, table += size_) {
    const double weight = table[0];
    component[0] = weight / static_cast<double>(settings_.elements);
    if (weight < least_weight) continue;
    const double* once = table + 1;
    const double* twice = once + d_;
    double* covariance = component + 1 + d_;
    for (int a = 0; a < d_; ++a)
      for (int b = 0; b <= a; ++b)
        covariance[triangle_at(a, b)] = twice[triangle_at(a, b)] / weight - once[a] / weight * (once[b] / weight) +
                                        (a == b ? settings_.variance_floor : 0);
    for (int a = 0; a < d_; ++a) component[1 + a] += once[a] / weight;
  }
}

void ExpectationMaximisation::tell_components(State& state) const {
  std::vector<double>& told = state.multicast[points];
  told.assign({iterating});
  const double* component = state.values[components].data();
  for (std::int64_t c = 0; c < settings_.clusters; ++c, component += size_) {
    const auto factor = inverse_cholesky({component + 1 + d_, component + size_}, d_);
    if (!factor)
      throw InputError("component " + std::to_string(c) +
                       ": its covariance is singular; expected a larger --variance-floor or fewer --clusters");
    const double weight = std::max(component[0], 1e-300);  // ln 0 would make every other number NaN
    told.push_back(std::log(weight) - 0.5 * (d_ * std::log(2 * std::numbers::pi) + factor->log_determinant));
    told.insert(told.end(), component + 1, component + 1 + d_);
    told.insert(told.end(), factor->inverse.begin(), factor->inverse.end());
  }
}

std::int64_t ExpectationMaximisation::iterations(const State& state) const {
  return static_cast<std::int64_t>(state.values[run][iterations_done]);
}

double ExpectationMaximisation::objective(const State& state) const { return state.values[run][likelihood]; }

std::vector<Result> ExpectationMaximisation::results(const State& state) const {
  std::vector<double> weights, means, covariances;
  const double* component = state.values[components].data();
  for (std::int64_t c = 0; c < settings_.clusters; ++c, component += size_) {
    weights.push_back(component[0]);
    means.insert(means.end(), component + 1, component + 1 + d_);
    for (int a = 0; a < d_; ++a)
      for (int b = 0; b < d_; ++b)
        covariances.push_back(component[1 + d_ + triangle_at(std::max(a, b), std::min(a, b))]);
  }
  return {{"weights", weights, Result::list},
          {"means", means, static_cast<std::size_t>(d_)},
          {"covariances", covariances, static_cast<std::size_t>(d_ * d_)},
          {"log_likelihood", {objective(state)}, 0}};
}

void ExpectationMaximisation::output(const Batch& batch, double* labels) const {
  std::fill_n(labels, batch.count, 0);
  if (batch.multicast[0] == seeding) return;  // stopped so early
  const std::span<const double> told = batch.multicast.subspan(1);
  std::vector<double> sums(told.size());
  double unused = 0;
  kernels().mixture(PointsOf(batch, d_), told.data(), std::ssize(told) / size_, sums.data(), &unused, labels);
}

bool ExpectationMaximisation::can_resume(const State& state, int last) const {
  const std::vector<double>&r = state.values[run], &told = state.multicast[points];
  if ((last != -1 && last != run) || told.empty() || told[0] != r[phase] || !is_count(r[iterations_done]) ||
      !all_finite(state))
    return false;
  const auto numbers = std::ssize(told) - 1;
  if (r[phase] == seeding) return numbers % d_ == 0 && numbers < settings_.clusters * d_;
  if (r[phase] == measuring) return numbers == size_;
  return r[phase] == iterating && numbers == settings_.clusters * size_;
}

}  // namespace uneven::elements
