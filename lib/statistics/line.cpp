// SPDX-License-Identifier: MIT
#include "statistics/line.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

namespace uneven::statistics {

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
