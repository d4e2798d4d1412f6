// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "elements/programs/points.hpp"

namespace uneven::elements {

/// L^-1 of a positive definite matrix S = L L^T, and ln det S.
struct InverseCholesky {
  std::vector<double> inverse;  ///< lower triangle, row by row; or the diagonal, if S is diagonal
  double log_determinant = 0;
};

/// @param lower  the lower triangle of S, row by row, shape [triangle(d)]; or its diagonal, shape [d].
/// @return       nothing if S is singular within rounding.
/// Cost: O(d^3), of a diagonal O(d).
std::optional<InverseCholesky> inverse_cholesky(const std::vector<double>& lower, int d);

/// The last steps of a minimisation and the changes of the gradient over them, oldest first; each step and each change
/// has as many numbers as the gradient.
struct StepHistory {
  std::span<double> steps, changes;  ///< shape [most, n]
  double& held;                      ///< number of pairs held

  /// Adds a pair; drops the oldest if there is no room. A pair without curvature is not added.
  void add(std::span<const double> step, std::span<const double> change);

  /// The inverse curvature from the last pair; nothing without a pair. @param n  numbers of a step.
  std::optional<double> last_scale(std::size_t n) const;
};

/// Minus the gradient times the inverse Hessian approximated from the history (L-BFGS, two-loop recursion).
/// @param first_scales  the diagonal of the inverse Hessian that the recursion begins with.
/// Source: Nocedal, Math. Comp. 35(151), 1980, pp. 773-782; Nocedal and Wright, Numerical Optimization, 2006,
///   algorithm 7.4 and eq. (7.20).
/// Cost: O(n pairs).
std::vector<double> descent_direction(std::span<const double> gradient, const StepHistory& history,
                                      std::span<const double> first_scales);

/// The inner product.
double dot(std::span<const double> a, std::span<const double> b);

}  // namespace uneven::elements

/// What logistic regression remembers between supersteps: one list of numbers, so that a checkpoint holds it.

namespace uneven::elements::logistic {

/// Places before the lists; the gradient and what follows it are of the weights kept.
enum { phase, rounds_done, objective_kept, loss_kept, wrong_kept, norm, step_length, slope, pairs_held, first_list };

inline constexpr int history = 20;

/// The lists of the model, by the numbers of columns d and of weights n.
template <class Numbers>
struct Model {
  Columns<Numbers> columns;
  Numbers *weights, *gradient, *direction;  ///< in standardised columns
  Numbers *steps, *changes;                 ///< shape [history, n]
  Numbers* shrunk;                          ///< how many times less than 1 the columns' deviation is

  Model(Numbers* all, int d, int n)
      : columns{d, all + first_list, all + first_list + d, all + first_list + 2 * d},
        weights(columns.spread + d),
        gradient(weights + n),
        direction(gradient + n),
        steps(direction + n),
        changes(steps + history * n),
        shrunk(changes + history * n) {}
};

constexpr int numbers_of_model(int d, int n) { return first_list + 4 * d + (3 + 2 * history) * n; }

}  // namespace uneven::elements::logistic
