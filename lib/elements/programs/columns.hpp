// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "elements/program.hpp"

namespace uneven::elements {

/// Columns of inputs that become alike in size: x becomes (x unit - mean) / spread. Lists of numbers that lie
/// elsewhere, shape [d] each.
template <class Numbers>
struct Columns {
  int d;
  Numbers *unit, *mean, *spread;
};

/// What is measured of the columns, one sum over the samples after the other: each column's largest size, its mean, the
/// mean once more with what rounding left of it, and its spread. Then comes `measured`.
namespace column_phase {
inline constexpr double sizing = 0, centring = 1, recentring = 2, spreading = 3, measured = 4;
}

/// Adds to sums[d] what a batch's samples, rows of d doubles, contribute in a phase before `measured`; when sizing,
/// takes the larger.
void measure_columns(const Batch& batch, double phase, const Columns<const double>& columns, double* sums);

/// Takes the sums over all samples. @param count  of samples.
/// @param l2      of the penalty, which counts as part of a column's spread.
/// @param shrunk  shape [d]: how many times less than 1 the columns' deviation then is.
void take_sums(const double* sums, double phase, double count, double l2, const Columns<double>& columns,
               double* shrunk);

/// Replaces the inputs of a batch. Cost: that of writing them.
void standardise(const Batch& batch, const Columns<const double>& columns);

/// The penalty of a standardised weight is half the square of this times the weight: a number that does not leave the
/// range.
double penalty_scale(double l2, const Columns<const double>& columns, int column);

}  // namespace uneven::elements
