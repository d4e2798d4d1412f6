// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "elements/kernels/kernels.hpp"

namespace uneven::elements {

// Least squares by QR: a matrix A = Q R is known by its triangle R alone, and the triangle of two matrices one above
// the other follows from their triangles. So R of all rows can be made along a tree over blocks of rows.
// Source: Demmel, Grigori, Hoemmen and Langou, SIAM J. Sci. Comput. 34(1), 2012, section 3 (TSQR).
//
// A triangle of m columns is triangle(m) numbers, column by column: R_ij, i <= j, is number triangle_at(j, i). The sign
// of a row is any.

/// R of a matrix, by Householder reflections. @param columns  one after the other, shape [m, rows]; overwritten.
/// Cost: O(rows m^2).
void triangle_of(double* columns, std::int64_t rows, int m, double* r);

/// R of the matrix with the triangle `into` above the triangle `from`, in place of `into`. Cost: O(m^3).
void join_triangles(double* into, const double* from, int m);

struct LeastSquares {
  std::vector<double> weights;  ///< shape [d]
  int rank = 0;                 ///< d unless columns depend on each other
};

/// The w for which |A w - b|^2 + sum (penalty_j w_j)^2 is least; of several, the one with the least sum_j (c_j w_j)^2,
/// where c_j is the length of column j with its penalty.
///
/// @param r          triangle of m = d + 2 columns: any column x, the d columns of A, and b. The first row of R is left
///                   out, so A and b stand for their parts orthogonal to x.
/// @param penalties  shape [d], each 0 or more.
/// @param noise      shape [d]: rounding error of a column, relative to its length. A column depends on the others if
///                   no more than that is left of it.
/// Source: Golub and Van Loan, Matrix Computations, 4th ed., 2013, algorithms 5.4.1 and 5.5.1 (a QR factorisation with
///   column pivoting, then a complete orthogonal one).
/// Cost: O(d^3).
LeastSquares solve_least_squares(const double* r, int d, std::span<const double> penalties,
                                 std::span<const double> noise);

}  // namespace uneven::elements
