// SPDX-License-Identifier: MIT
#include "statistics/estimate.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

namespace uneven::statistics {

namespace {

/// 1 / the 75 % quantile of the normal distribution: makes the median deviation an estimate of its sigma.
constexpr double sigmas_per_median_deviation = 1.4826;
constexpr double far = 3.5;

}  // namespace

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

double midmean(std::vector<double> values) {
  std::ranges::sort(values);
  const auto n = static_cast<double>(values.size());
  double sum = 0, place = 0;
  for (const double value : values) {
    sum += value * std::max(0.0, std::min(place + 1, 3 * n / 4) - std::max(place, n / 4));
    ++place;
  }
  return sum / (n / 2);
}

Estimate estimate(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  Estimate result;
  result.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  result.half_width = std::numeric_limits<double>::infinity();
  if (values.size() < 2) return result;
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  const double t = boost::math::quantile(boost::math::students_t(n - 1), 0.975);
  result.half_width = t * std::sqrt(squares / (n - 1) / n);
  const double centre = median(values);
  std::vector<double> deviations;
  for (const double value : values) deviations.push_back(std::abs(value - centre));
  const double limit = far * sigmas_per_median_deviation * median(deviations);
  result.outliers = std::count_if(deviations.begin(), deviations.end(), [&](double d) { return d > limit; });
  return result;
}

double among_same_model(const Estimate& mine, const std::vector<Estimate>& alike) {
  std::vector<double> means;
  double unknown = 0;
  for (const Estimate& one : alike) {
    means.push_back(one.mean);
    unknown += one.half_width * one.half_width / static_cast<double>(alike.size());
  }
  const double common = median(means), all = std::accumulate(means.begin(), means.end(), 0.0) / std::ssize(means);
  double between = 0;
  for (const double mean : means)
    between += (mean - all) * (mean - all) / std::max(1.0, static_cast<double>(means.size() - 1));
  const double differ = std::max(0.0, between - unknown);
  if (differ == 0) return common;
  return common + differ / (differ + mine.half_width * mine.half_width) * (mine.mean - common);
}

std::vector<double> rising(const std::vector<double>& values, const std::vector<double>& weights) {
  struct Pool {
    double mean, weight;
    std::size_t size;
  };
  std::vector<Pool> pools;
  for (std::size_t i = 0; i < values.size(); ++i) {
    Pool pool{values[i], weights[i], 1};
    for (; !pools.empty() && pools.back().mean > pool.mean; pools.pop_back()) {
      const Pool& before = pools.back();
      const double weight = before.weight + pool.weight;
      pool = {(before.weight * before.mean + pool.weight * pool.mean) / weight, weight, before.size + pool.size};
    }
    pools.push_back(pool);
  }
  std::vector<double> result;
  for (const Pool& pool : pools) result.insert(result.end(), pool.size, pool.mean);
  return result;
}

double fit_slope(const std::vector<Point>& points, double intercept) {
  double xx = 0, xy = 0;
  for (const Point& p : points) {
    xx += p.x * p.x;
    xy += p.x * (p.y - intercept);
  }
  return std::max(0.0, xy / xx);
}

namespace {

/// Weight of the common relative spread, in degrees of freedom.
constexpr double weight_of_common = 2;
/// Least relative deviation of values, so that equal ones do not weigh infinitely.
constexpr double least_deviation = 1e-9;

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double squares_of(const std::vector<double>& values, double mean) {
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum;
}

/// A place with its mean and the inverse variance of that.
struct Place {
  double x, mean, weight;
};

struct Places {
  std::vector<Place> list{};
  double degrees = 0;  ///< of freedom
};

Places weighed(const std::vector<Sample>& samples) {
  Places places;
  double relative = 0;
  for (const auto& [x, y] : samples) {
    const double mean = mean_of(y);
    relative += squares_of(y, mean) / (mean * mean);
    places.degrees += static_cast<double>(y.size() - 1);
  }
  relative /= std::max(1.0, places.degrees);
  for (const auto& [x, y] : samples) {
    const double mean = mean_of(y), n = static_cast<double>(y.size());
    const double variance =
        (squares_of(y, mean) + weight_of_common * relative * mean * mean) / (n - 1 + weight_of_common);
    places.list.push_back({x, mean, n / std::max(variance, std::pow(least_deviation * mean, 2))});
  }
  return places;
}

}  // namespace

Line fit_line(const std::vector<Sample>& samples) {
  const auto [places, degrees] = weighed(samples);
  const double t = degrees < 1 ? std::numeric_limits<double>::infinity()
                               : boost::math::quantile(boost::math::students_t(degrees), 0.975);
  double w = 0, wx = 0, wy = 0;
  for (const auto& [x, mean, weight] : places) w += weight, wx += weight * x, wy += weight * mean;
  const double centre = wx / w, middle = wy / w;
  double xx = 0, xy = 0, from_origin_xx = 0, from_origin_xy = 0;
  for (const auto& [x, mean, weight] : places) {
    xx += weight * (x - centre) * (x - centre);
    xy += weight * (x - centre) * (mean - middle);
    from_origin_xx += weight * x * x;
    from_origin_xy += weight * x * mean;
  }
  const bool one_place = std::ranges::all_of(places, [&](const Place& place) { return place.x == places[0].x; });
  const double slope = one_place ? 0 : xy / xx;
  if (one_place || middle < slope * centre)
    return {0, from_origin_xy / from_origin_xx, 0, t / std::sqrt(from_origin_xx)};
  if (slope < 0) return {middle, 0, t / std::sqrt(w), t / std::sqrt(xx)};
  return {middle - slope * centre, slope, t * std::sqrt(1 / w + centre * centre / xx), t / std::sqrt(xx)};
}

}  // namespace uneven::statistics
