// SPDX-License-Identifier: MIT
#include "elements/programs/covariances.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "elements/programs/solvers.hpp"

namespace uneven::elements {

Covariance covariance_named(const std::string& name) {
  static const std::array<std::string, 4> names{"full", "diagonal", "tied", "spherical"};
  const auto found = std::ranges::find(names, name);
  if (found == names.end())
    throw InputError("covariance " + shown(name) + " is unknown; expected full, diagonal, tied or spherical");
  return static_cast<Covariance>(found - names.begin());
}

namespace {

/// In deviations: how far the mean may be from the place in any coordinate.
constexpr double near_place = 4;

/// The same for the distance in the covariance's own metric. The square of this times the rounding of sums is the error
/// that it allows, about 1e-9.
constexpr double farthest_place = 1e3;

}  // namespace

std::size_t at_diagonal(int a, std::size_t size, int d) {
  return static_cast<std::size_t>(std::cmp_equal(size, d) ? a : triangle_at(a, a));
}

Moments moments_of(const double* sums, int d, bool diagonal, double variance_floor) {
  Moments found;
  const double* once = sums + 1;
  const double* twice = once + d;
  for (int a = 0; a < d; ++a) {
    found.shift.push_back(once[a] / sums[0]);
    for (int b = diagonal ? a : 0; b <= a; ++b)
      found.covariance.push_back(*twice++ / sums[0] -
                                 found.shift[static_cast<std::size_t>(a)] * found.shift[static_cast<std::size_t>(b)] +
                                 (a == b ? variance_floor : 0));
  }
  return found;
}

bool is_near(const Moments& m) {
  const auto d = static_cast<int>(m.shift.size());
  for (int a = 0; a < d; ++a) {
    const double shift = m.shift[static_cast<std::size_t>(a)];
    const double variance = m.covariance[at_diagonal(a, m.covariance.size(), d)];
    if (!(shift * shift <= near_place * near_place * variance)) return false;
  }
  return true;
}

double length_in(const std::vector<double>& covariance, const std::vector<double>& vector) {
  const auto factor = inverse_cholesky(covariance, static_cast<int>(vector.size()));
  if (!factor) return HUGE_VAL;
  const double* inverse = factor->inverse.data();
  double square = 0;
  for (std::size_t a = 0; a < vector.size(); ++a) {
    double part = 0;
    const bool diagonal = covariance.size() == vector.size();
    for (std::size_t b = diagonal ? a : 0; b <= a; ++b) part += std::abs(*inverse++ * vector[b]);
    square += part * part;
  }
  return std::sqrt(square);
}

bool is_sound(const Moments& m) { return is_near(m) || length_in(m.covariance, m.shift) <= farthest_place; }

std::vector<double> tied_covariance(std::span<const double> sums, int d, double variance_floor) {
  std::vector<Moments> parts;
  std::vector<double> all(static_cast<std::size_t>(triangle(d)), 0.0);
  const std::size_t size = 1 + static_cast<std::size_t>(d) + all.size();
  double total = 0;
  for (; !sums.empty(); sums = sums.subspan(size)) {
    if (sums[0] < least_weight) continue;
    parts.push_back(moments_of(sums.data(), d, false, variance_floor));
    for (std::size_t i = 0; i < all.size(); ++i) all[i] += sums[0] * parts.back().covariance[i];
    total += sums[0];
  }
  for (double& x : all) x /= total;
  for (Moments& part : parts) {
    part.covariance = all;
    if (!is_sound(part)) return {};
  }
  return all;
}

double least_variance(const std::vector<double>& covariance, int d) {
  double least = HUGE_VAL;
  if (const auto factor = inverse_cholesky(covariance, d))
    for (int a = 0; a < d; ++a)
      least = std::min(least, std::pow(factor->inverse[at_diagonal(a, factor->inverse.size(), d)], -2));
  return least;
}

void make_spherical(std::vector<double>& variances) {
  double mean = 0;
  for (const double variance : variances) mean += variance / static_cast<double>(variances.size());
  std::ranges::fill(variances, mean);
}

Result covariances_result(Covariance kind, const std::vector<double>& all, int d) {
  if (kind == Covariance::diagonal) return {"covariances", all, static_cast<std::size_t>(d)};
  std::vector<double> numbers;
  const auto size = static_cast<std::size_t>(numbers_of(kind, d));
  const std::size_t end = kind == Covariance::tied ? size : all.size();
  for (std::size_t first = 0; first < end; first += size) {
    if (kind == Covariance::spherical) numbers.push_back(all[first]);
    for (int a = 0; kind != Covariance::spherical && a < d; ++a)
      for (int b = 0; b < d; ++b)
        numbers.push_back(all[first + static_cast<std::size_t>(triangle_at(std::max(a, b), std::min(a, b)))]);
  }
  if (kind == Covariance::spherical) return {"covariances", numbers, Result::list};
  return {"covariances", numbers, static_cast<std::size_t>(kind == Covariance::tied ? d : d * d)};
}

std::vector<double> covariances_of_result(Covariance kind, const std::vector<double>& numbers, std::int64_t k, int d) {
  const auto columns = static_cast<std::size_t>(d);
  const std::size_t size = kind == Covariance::spherical  ? 1
                           : kind == Covariance::diagonal ? columns
                                                          : columns * columns;
  const auto components = static_cast<std::size_t>(k), held = kind == Covariance::tied ? 1 : components;
  if (numbers.size() != held * size)
    throw InputError("the covariances are " + std::to_string(numbers.size()) + " numbers; expected " +
                     std::to_string(held * size));
  std::vector<double> all;
  for (std::size_t c = 0; c < components; ++c) {
    const double* from = &numbers[kind == Covariance::tied ? 0 : c * size];
    for (int a = 0; a < d; ++a) {
      if (kind == Covariance::spherical) all.push_back(*from);
      if (kind == Covariance::diagonal) all.push_back(from[a]);
      for (int b = 0; !is_diagonal(kind) && b <= a; ++b) all.push_back(from[a * d + b]);
    }
  }
  return all;
}

std::vector<double> components_of_model(Covariance kind, const std::vector<double>& model, std::int64_t k, int d) {
  const std::int64_t before = k * (1 + d), size = numbers_of(kind, d);
  if (std::ssize(model) < before)
    throw InputError("the model has " + std::to_string(model.size()) + " numbers; expected more");
  const std::vector<double> covariances = covariances_of_result(kind, {model.begin() + before, model.end()}, k, d);
  std::vector<double> all;
  for (std::int64_t c = 0; c < k; ++c) {
    all.push_back(model[static_cast<std::size_t>(c)]);
    all.insert(all.end(), model.begin() + k + c * d, model.begin() + k + (c + 1) * d);
    all.insert(all.end(), covariances.begin() + c * size, covariances.begin() + (c + 1) * size);
  }
  return all;
}

}  // namespace uneven::elements
