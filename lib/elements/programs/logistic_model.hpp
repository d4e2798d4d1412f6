// SPDX-License-Identifier: MIT
#pragma once

#include "elements/programs/columns.hpp"

/// What logistic regression remembers between supersteps: one list of numbers, so that a checkpoint holds it.
namespace uneven::elements::logistic {

/// Places before the lists; the gradient and what follows it are of the weights kept.
enum { phase, rounds_done, objective_kept, loss_kept, wrong_kept, norm, step_length, slope, pairs_held, first_list };

inline constexpr int history = 20;

/// The lists of the model, by the numbers of columns d and of weights n = d + 1.
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

constexpr int numbers_of_model(int d) { return first_list + 4 * d + (3 + 2 * history) * (d + 1); }

}  // namespace uneven::elements::logistic
