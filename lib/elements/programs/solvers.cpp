// SPDX-License-Identifier: MIT
#include "elements/programs/solvers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "elements/kernels/kernels.hpp"

namespace uneven::elements {

namespace {

constexpr double smallest_pivot = 0x1p-960;

std::optional<InverseCholesky> inverse_of_diagonal(const std::vector<double>& diagonal) {
  InverseCholesky result;
  for (const double variance : diagonal) {
    if (!(variance > smallest_pivot)) return std::nullopt;
    result.inverse.push_back(1 / std::sqrt(variance));
    result.log_determinant += std::log(variance);
  }
  return result;
}

}  // namespace

std::optional<InverseCholesky> inverse_cholesky(const std::vector<double>& lower, int d) {
  if (std::ssize(lower) == d) return inverse_of_diagonal(lower);
  const auto at = [](int a, int b) { return static_cast<std::size_t>(triangle_at(a, b)); };
  std::vector<double> l = lower;
  InverseCholesky result{std::vector<double>(lower.size(), 0.0), 0};
  for (int a = 0; a < d; ++a)
    for (int b = 0; b <= a; ++b) {
      double sum = lower[at(a, b)];
      for (int k = 0; k < b; ++k) sum -= l[at(a, k)] * l[at(b, k)];
      if (a != b) {
        l[at(a, b)] = sum / l[at(b, b)];
      } else {
        // What is left of the diagonal is rounding if it is below d units in the last place; near the smallest double
        // there are no such units.
        if (!(sum > d * std::numeric_limits<double>::epsilon() * lower[at(a, a)] && sum > smallest_pivot))
          return std::nullopt;
        l[at(a, a)] = std::sqrt(sum);
        result.log_determinant += std::log(sum);
      }
    }
  for (int b = 0; b < d; ++b) {
    result.inverse[at(b, b)] = 1 / l[at(b, b)];
    for (int a = b + 1; a < d; ++a) {
      double sum = 0;
      for (int k = b; k < a; ++k) sum -= l[at(a, k)] * result.inverse[at(k, b)];
      result.inverse[at(a, b)] = sum / l[at(a, a)];
    }
  }
  return result;
}

namespace {

/// Cosine of step and change below which rounding made the curvature.
constexpr double least_curvature = 1e-10;

/// to += factor * from.
void add_times(std::span<double> to, double factor, std::span<const double> from) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += factor * from[i];
}

}  // namespace

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void StepHistory::add(std::span<const double> step, std::span<const double> change) {
  const std::size_t n = step.size(), most = steps.size() / n;
  const double curvature = dot(step, change);
  if (!(curvature > least_curvature * std::sqrt(dot(step, step) * dot(change, change)))) return;
  auto at = static_cast<std::size_t>(held);
  if (at == most) {
    std::copy(steps.begin() + static_cast<std::ptrdiff_t>(n), steps.end(), steps.begin());
    std::copy(changes.begin() + static_cast<std::ptrdiff_t>(n), changes.end(), changes.begin());
    --at;
  }
  std::ranges::copy(step, steps.subspan(at * n, n).begin());
  std::ranges::copy(change, changes.subspan(at * n, n).begin());
  held = static_cast<double>(at + 1);
}

std::optional<double> StepHistory::last_scale(std::size_t n) const {
  if (held == 0) return std::nullopt;
  const std::size_t first = (static_cast<std::size_t>(held) - 1) * n;
  const std::span<const double> step = steps.subspan(first, n), change = changes.subspan(first, n);
  return dot(step, change) / dot(change, change);
}

std::vector<double> descent_direction(std::span<const double> gradient, const StepHistory& history,
                                      std::span<const double> first_scales) {
  const std::size_t n = gradient.size();
  std::vector<double> direction(gradient.begin(), gradient.end());
  std::vector<double> along(static_cast<std::size_t>(history.held));
  const auto step = [&](std::size_t i) { return history.steps.subspan(i * n, n); };
  const auto change = [&](std::size_t i) { return history.changes.subspan(i * n, n); };
  for (std::size_t i = along.size(); i-- > 0;) {
    along[i] = dot(step(i), direction) / dot(step(i), change(i));
    add_times(direction, -along[i], change(i));
  }
  for (std::size_t j = 0; j < n; ++j) direction[j] *= first_scales[j];
  for (std::size_t i = 0; i < along.size(); ++i)
    add_times(direction, along[i] - dot(change(i), direction) / dot(step(i), change(i)), step(i));
  for (double& x : direction) x = -x;
  return direction;
}

}  // namespace uneven::elements
