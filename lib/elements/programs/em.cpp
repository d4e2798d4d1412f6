// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "base/error.hpp"
#include "base/text.hpp"
#include "elements/programs/methods.hpp"
#include "elements/programs/points.hpp"
#include "elements/programs/solvers.hpp"

namespace uneven::elements {

namespace {

/// More fields of the one element of group `run`; a message to it begins with the log-likelihood. `postponed` counts
/// the components whose covariance the next iteration gives.
enum { likelihood = Clustering::common_fields, likelihood_before, postponed, run_fields };

/// Next phase of the points: measure the largest coordinate, choose means, measure the covariance of all, be weighed by
/// the components; the last is the end. The multicast begins with the phase; then come the means so far, or the
/// kernel's numbers of each component.
constexpr double sizing = 0, seeding = 1, measuring = 2, weighing = 3, weighed = 4;

constexpr double usual_tolerance = 1e-6;

/// Most columns, so that a covariance fits into memory.
constexpr int most_columns = 10000;

/// Numbers whose squares and their sums are doubles with all their digits.
constexpr double largest_number = 0x1p400, smallest_number = 0x1p-400;

/// In variance floors: a component with less variance than this in some direction lies in fewer dimensions than the
/// data.
constexpr double degenerate = 2;

/// In deviations of all points: from farther means the densities of points do not differ by more than their rounding.
constexpr double farthest_means = 1e5;

/// @param size  numbers of a component.
void mixture(const Points& all, bool diagonal, std::span<const double> components, int size, double* sums,
             double* likelihood, double* labels) {
  const std::int64_t k = std::ssize(components) / size;
  const auto scratch = std::make_unique_for_overwrite<double[]>(mixture_scratch(k, all.dimensions));
  const auto kernel = diagonal ? kernels().mixture_diagonal : kernels().mixture;
  kernel(all, components.data(), k, sums, likelihood, labels, scratch.get());
}

}  // namespace

ExpectationMaximisation::ExpectationMaximisation(const Settings& s)
    : Clustering(s),
      kind_(covariance_named(s.covariance)),
      size_(1 + s.columns + numbers_of(kind_, std::min(s.columns, most_columns))) {
  if (s.columns > most_columns)
    throw InputError("em: " + std::to_string(s.columns) + " columns; expected " + std::to_string(most_columns) +
                     " at most");
}

std::vector<Group> ExpectationMaximisation::groups() const {
  return groups_with({.name = "components", .fields = 2 * size_, .message = size_}, run_fields);
}

/// Group `clusters` holds the parameters of all components, then the last moments sent to them.
double* ExpectationMaximisation::parameters(State& state, std::int64_t component) const {
  return &state.values[clusters][static_cast<std::size_t>(component * size_)];
}

const double* ExpectationMaximisation::parameters(const State& state, std::int64_t component) const {
  return &state.values[clusters][static_cast<std::size_t>(component * size_)];
}

void ExpectationMaximisation::begin(State& state) const {
  state.multicast[points] = {sizing};
  state.values[clusters].assign(static_cast<std::size_t>(settings_.clusters * 2 * size_), 0);
  state.values[run] = {sizing, 0, 0, 0, 0};
}

int ExpectationMaximisation::next(const State& state, int last) const {
  const double now = state.values[run][phase];
  if (last == points) return now == sizing || now == seeding ? run : clusters;
  if (last == clusters) return run;
  if (now != weighed) return points;
  return ends(state) ? stop : run;
}

void ExpectationMaximisation::step(const Batch& batch, Outbox& out) const {
  const std::span<const double> told = batch.multicast.subspan(1);
  const PointsOf all(batch, d_);
  if (batch.multicast[0] == sizing)
    propose_largest(all, out.table(run) + 1);
  else if (batch.multicast[0] == seeding)
    seeding_.propose(all, batch.first, told, out.table(run) + 1);
  else
    mixture(all, is_diagonal(kind_), told, size_, out.table(clusters), out.table(run), nullptr);
}

void ExpectationMaximisation::step_central(int group, const double* table, State& state) const {
  std::vector<double>& r = state.values[run];
  if (group == clusters) {
    std::copy_n(table, settings_.clusters * size_, parameters(state, settings_.clusters));
  } else if (r[phase] == sizing) {
    require_range(std::max(-table[1], largest_size(settings_.centroids)));
    if (!settings_.model.empty()) return take_model(state);
    state.multicast[points] = {r[phase] = seeding};
    for (std::size_t at = 0; at < settings_.centroids.size(); at += static_cast<std::size_t>(d_))
      choose_mean(&settings_.centroids[at], state);
  } else if (r[phase] == seeding) {
    choose_mean(table + 2, state);
  } else if (r[phase] == measuring) {
    start_components(parameters(state, settings_.clusters), state);
  } else if (r[phase] == weighing) {
    r[phase] = weighed;
    r[likelihood_before] = r[likelihood];
    r[likelihood] = table[0] / static_cast<double>(settings_.elements);
    ++r[rounds_done];
    if (!std::isfinite(r[likelihood]))
      throw InputError(
          "em: the likelihood of the points is no double; expected a larger --variance-floor, or data "
          "without points so far from the others");
  } else {
    update_components(state);
    tell_components(state);
  }
}

/// Weights, means and covariances of a report.
void ExpectationMaximisation::take_model(State& state) const {
  const std::vector<double> all = components_of_model(kind_, settings_.model, settings_.clusters, d_);
  for (std::int64_t c = 0; c < settings_.clusters; ++c)
    std::copy_n(&all[static_cast<std::size_t>(c * size_)], size_, parameters(state, c));
  tell_components(state);
}

void ExpectationMaximisation::require_range(double largest) const {
  const bool floored = settings_.variance_floor >= smallest_number * smallest_number;
  if (largest <= largest_number && (largest >= smallest_number || largest == 0 || floored)) return;
  throw InputError("em: the largest number of the data is " + shown_data(shortest(largest)) +
                   " in size, whose square is no double with all its digits; expected " + shortest(smallest_number) +
                   " to " + shortest(largest_number));
}

void ExpectationMaximisation::choose_mean(const double* candidate, State& state) const {
  std::vector<double>& told = state.multicast[points];
  told.insert(told.end(), candidate, candidate + d_);
  const std::int64_t chosen = (std::ssize(told) - 1) / d_;
  std::copy_n(candidate, d_, parameters(state, chosen - 1) + 1);
  if (chosen < settings_.clusters) return;
  measure_about(std::vector<double>(candidate, candidate + d_), state);
}

/// One component of any covariance has the responsibility 1 for every point: its moments are those of all points.
void ExpectationMaximisation::measure_about(const std::vector<double>& place, State& state) const {
  std::vector<double>& told = state.multicast[points];
  told.assign({state.values[run][phase] = measuring, 0.0});
  told.insert(told.end(), place.begin(), place.end());
  for (int a = 0; a < d_; ++a)
    for (int b = is_diagonal(kind_) ? a : 0; b <= a; ++b) told.push_back(a == b);
}

/// The covariance of all points is measured again, about their mean, if it was measured too far from it.
void ExpectationMaximisation::start_components(const double* moments, State& state) const {
  Moments all = moments_of(moments, d_, is_diagonal(kind_), settings_.variance_floor);
  const std::span<const double> place = std::span(state.multicast[points]).subspan(2, static_cast<std::size_t>(d_));
  std::vector<double> mean(place.begin(), place.end());
  for (std::size_t a = 0; a < mean.size(); ++a) mean[a] += all.shift[a];
  if (!is_near(all) && !std::ranges::equal(mean, place)) return measure_about(mean, state);
  if (kind_ == Covariance::spherical) make_spherical(all.covariance);
  for (std::int64_t c = 0; c < settings_.clusters; ++c) {
    double* component = parameters(state, c);
    component[0] = 1 / static_cast<double>(settings_.clusters);
    std::ranges::copy(all.covariance, component + 1 + d_);
  }
  tell_components(state);
  require_means_near(mean, all.covariance, state);
}

/// @param mean  of all points. @throws InputError
void ExpectationMaximisation::require_means_near(const std::vector<double>& mean, const std::vector<double>& covariance,
                                                 const State& state) const {
  for (std::int64_t c = 0; c < settings_.clusters; ++c) {
    std::vector<double> away(mean.size());
    for (std::size_t a = 0; a < mean.size(); ++a) away[a] = parameters(state, c)[1 + a] - mean[a];
    if (length_in(covariance, away) <= farthest_means) return;
  }
  throw InputError("em: all centroids are more than " + shortest(farthest_means) +
                   " times as far from the points as these from each other; expected centroids among the points");
}

/// A mean may have moved so far that the moments about the old one do not give the covariance. Then the component keeps
/// its covariance for this iteration, in which the likelihood rises by the means alone. The next one measures about the
/// new mean; the run does not settle before. A tied covariance is that of all components, or kept.
/// Source: Meng and Rubin, Biometrika 80(2), 1993, pp. 267-278 (conditional maximisation).
void ExpectationMaximisation::update_components(State& state) const {
  state.values[run][postponed] = 0;
  double* component = parameters(state, 0);
  const double* table = parameters(state, settings_.clusters);
  const std::vector<double> tied =
      kind_ == Covariance::tied
          ? tied_covariance({table, static_cast<std::size_t>(settings_.clusters * size_)}, d_, settings_.variance_floor)
          : std::vector<double>();
  for (std::int64_t c = 0; c < settings_.clusters; ++c, component += size_, table += size_) {
    const double weight = table[0];
    component[0] = weight / static_cast<double>(settings_.elements);
    if (!tied.empty()) std::ranges::copy(tied, component + 1 + d_);
    if (weight < least_weight) continue;
    Moments found = moments_of(table, d_, is_diagonal(kind_), settings_.variance_floor);
    if (kind_ == Covariance::spherical) make_spherical(found.covariance);
    if (kind_ == Covariance::tied)
      state.values[run][postponed] = tied.empty();
    else if (is_sound(found))
      std::ranges::copy(found.covariance, component + 1 + d_);
    else
      ++state.values[run][postponed];
    for (int a = 0; a < d_; ++a) component[1 + a] += found.shift[static_cast<std::size_t>(a)];
  }
}

void ExpectationMaximisation::tell_components(State& state) const {
  std::vector<double>& told = state.multicast[points];
  told.assign({state.values[run][phase] = weighing});
  const double* component = parameters(state, 0);
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

double ExpectationMaximisation::objective(const State& state) const { return state.values[run][likelihood]; }

std::optional<bool> ExpectationMaximisation::settled(const State& state) const {
  const std::vector<double>& r = state.values[run];
  const double tolerance = tolerance_of(settings_, usual_tolerance);
  return tolerance > 0 && r[phase] == weighed && iterations(state) > 0 && r[postponed] == 0 &&
         r[likelihood] - r[likelihood_before] <= tolerance;
}

std::vector<Result> ExpectationMaximisation::results(const State& state) const {
  if (state.values[run][rounds_done] == 0 && state.values[run][phase] != weighing) return {};  // stopped so early
  std::vector<double> weights, means, covariances;
  const double* component = parameters(state, 0);
  for (std::int64_t c = 0; c < settings_.clusters; ++c, component += size_) {
    weights.push_back(component[0]);
    means.insert(means.end(), component + 1, component + 1 + d_);
    covariances.insert(covariances.end(), component + 1 + d_, component + size_);
  }
  std::vector<Result> all{{"weights", weights, Result::list},
                          {"means", means, static_cast<std::size_t>(d_)},
                          covariances_result(kind_, covariances, d_)};
  if (state.values[run][phase] == weighed) all.push_back({"log_likelihood", {objective(state)}, 0});
  return all;
}

std::vector<std::string> ExpectationMaximisation::warnings(const State& state) const {
  if (state.values[run][phase] != weighed) return {};
  std::vector<std::string> all;
  std::int64_t without = 0, flat = 0;
  const double* component = parameters(state, 0);
  for (std::int64_t c = 0; c < settings_.clusters; ++c, component += size_) {
    without += component[0] * static_cast<double>(settings_.elements) < least_weight;
    flat += least_variance({component + 1 + d_, component + size_}, d_) < degenerate * settings_.variance_floor;
  }
  const std::string of = " of " + std::to_string(settings_.clusters) + " components ";
  if (without > 0) all.push_back(std::to_string(without) + of + "have no points: their means and covariances are old");
  if (flat > 0)
    all.push_back(std::to_string(flat) + of + "have no more variance in some direction than --variance-floor adds");
  return all;
}

void ExpectationMaximisation::output(const Batch& batch, double* labels) const {
  std::fill_n(labels, batch.count, 0);
  if (batch.multicast[0] == sizing || batch.multicast[0] == seeding) return;  // stopped so early
  const std::span<const double> told = batch.multicast.subspan(1);
  std::vector<double> sums(told.size());
  double unused = 0;
  mixture(PointsOf(batch, d_), is_diagonal(kind_), told, size_, sums.data(), &unused, labels);
}

bool ExpectationMaximisation::can_resume(const State& state, int last) const {
  const std::vector<double>&r = state.values[run], &told = state.multicast[points];
  if (!is_possible(state, last) || told.empty() || told[0] != (r[phase] == weighed ? weighing : r[phase])) return false;
  const auto numbers = std::ssize(told) - 1;
  if (r[phase] == sizing) return numbers == 0;
  if (r[phase] == seeding) return numbers % d_ == 0 && numbers < settings_.clusters * d_;
  if (r[phase] == measuring) return numbers == size_;
  return (r[phase] == weighing || r[phase] == weighed) && numbers == settings_.clusters * size_;
}

}  // namespace uneven::elements
