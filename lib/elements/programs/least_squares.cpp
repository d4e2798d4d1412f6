// SPDX-License-Identifier: MIT
#include "elements/programs/least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace uneven::elements {

namespace {

/// The inner product, in eight sums that vectors can hold.
double product(const double* a, const double* b, std::int64_t n) {
  constexpr int lanes = 8;
  double sum[lanes] = {};
  std::int64_t i = 0;
  for (; i + lanes <= n; i += lanes)
    for (int l = 0; l < lanes; ++l) sum[l] += a[i + l] * b[i + l];
  for (; i < n; ++i) sum[0] += a[i] * b[i];
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

/// The reflection I - scale v v^T that makes a vector x a multiple of the first unit vector.
struct Reflection {
  double first = 0;   ///< of v; the others are those of x
  double scale = 0;   ///< 0: x is such a multiple
  double length = 0;  ///< what the first number of x becomes, with its sign

  /// @param tail_square  the sum of the squares of the others.
  Reflection(double x, double tail_square) : length(x) {
    if (tail_square == 0) return;
    const double norm = std::sqrt(x * x + tail_square);
    length = x > 0 ? -norm : norm;
    first = x - length;
    scale = 1 / (norm * (norm + std::abs(x)));
  }

  /// Reflects another vector: its first number, and its tail of n numbers.
  void apply(const double* tail, std::int64_t n, double& to_first, double* __restrict to_tail) const {
    if (scale == 0) return;
    const double along = scale * (first * to_first + product(tail, to_tail, n));
    to_first -= along * first;
    for (std::int64_t i = 0; i < n; ++i) to_tail[i] -= along * tail[i];
  }
};

std::size_t at(int row, int column) { return static_cast<std::size_t>(triangle_at(column, row)); }

/// Columns of doubles, one after the other.
struct Matrix {
  Matrix(int rows_, int columns_)
      : rows(rows_), columns(columns_), all(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), 0.0) {}
  double* column(int j) { return all.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(rows); }

  int rows, columns;
  std::vector<double> all;
};

/// Triangularises the first columns of a matrix, the longest that is left first, as long as one is left that is no
/// rounding. The last column is the right side.
/// @param noise  of each of the first columns, its length if it is rounding.
/// @param order  which column of the matrix before is which now. @return the rank.
int pivoted_triangle(Matrix& a, std::vector<double> noise, std::vector<int>& order) {
  const int pivots = a.columns - 1;
  for (int k = 0; k < pivots; ++k) {
    const int below = a.rows - k;
    int longest = k;
    double square = 0;
    for (int j = k; j < pivots; ++j)
      if (const double found = product(a.column(j) + k, a.column(j) + k, below);
          found > square && std::sqrt(found) > noise[static_cast<std::size_t>(j)])
        square = found, longest = j;
    if (square == 0) return k;
    std::swap_ranges(a.column(k), a.column(k) + a.rows, a.column(longest));
    std::swap(order[static_cast<std::size_t>(k)], order[static_cast<std::size_t>(longest)]);
    std::swap(noise[static_cast<std::size_t>(k)], noise[static_cast<std::size_t>(longest)]);
    double* x = a.column(k) + k;
    const Reflection reflection(x[0], product(x + 1, x + 1, below - 1));
    for (int j = k + 1; j < a.columns; ++j) reflection.apply(x + 1, below - 1, a.column(j)[k], a.column(j) + k + 1);
    x[0] = reflection.length;
  }
  return pivots;
}

/// Of the x with R x = b the shortest, R being the first `rank` rows of a triangle with more columns: R^T = Q L^T, so
/// x = Q y with L y = b.
std::vector<double> shortest_solution(Matrix& a, int rank, int columns) {
  Matrix transposed(columns, rank + 1);
  for (int i = 0; i < rank; ++i)
    for (int j = i; j < columns; ++j) transposed.column(i)[j] = a.column(j)[i];
  std::vector<Reflection> reflections;
  for (int k = 0; k < rank; ++k) {
    double* x = transposed.column(k) + k;
    const int below = columns - k - 1;
    reflections.emplace_back(x[0], product(x + 1, x + 1, below));
    for (int j = k + 1; j < rank; ++j)
      reflections.back().apply(x + 1, below, transposed.column(j)[k], transposed.column(j) + k + 1);
    x[0] = reflections.back().length;
  }
  double* solution = transposed.column(rank);
  for (int i = 0; i < rank; ++i) {
    double left = a.column(a.columns - 1)[i];
    for (int j = 0; j < i; ++j) left -= transposed.column(i)[j] * solution[j];
    solution[i] = left / transposed.column(i)[i];
  }
  for (int k = rank - 1; k >= 0; --k)
    reflections[static_cast<std::size_t>(k)].apply(transposed.column(k) + k + 1, columns - k - 1, solution[k],
                                                   solution + k + 1);
  return {solution, solution + columns};
}

}  // namespace

void triangle_of(double* columns, std::int64_t rows, int m, double* r) {
  std::fill_n(r, triangle(m), 0.0);
  const auto column = [&](int j) { return columns + j * rows; };
  for (int k = 0; k < m && k < rows; ++k) {
    double* x = column(k) + k;
    const std::int64_t below = rows - k - 1;
    const Reflection reflection(x[0], product(x + 1, x + 1, below));
    for (int j = k + 1; j < m; ++j) reflection.apply(x + 1, below, column(j)[k], column(j) + k + 1);
    x[0] = reflection.length;
  }
  for (int j = 0; j < m; ++j)
    for (int i = 0; i <= j && i < rows; ++i) r[at(i, j)] = column(j)[i];
}

void join_triangles(double* into, const double* from, int m) {
  std::vector<double> other(from, from + triangle(m));
  for (int k = 0; k < m; ++k) {
    const double* tail = &other[at(0, k)];
    const Reflection reflection(into[at(k, k)], product(tail, tail, k + 1));
    for (int j = k + 1; j < m; ++j) reflection.apply(tail, k + 1, into[at(k, j)], &other[at(0, j)]);
    into[at(k, k)] = reflection.length;
  }
}

LeastSquares solve_least_squares(const double* r, int d, std::span<const double> penalties,
                                 std::span<const double> noise) {
  constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
  const bool penalised = std::ranges::any_of(penalties, [](double p) { return p > 0; });
  Matrix a(penalised ? 2 * d : d, d + 1);
  std::vector<double> length(static_cast<std::size_t>(d), 0.0);
  std::vector<double> least(noise.begin(), noise.end());
  std::vector<int> order;
  for (int j = 0; j < d; ++j) {
    const auto c = static_cast<std::size_t>(j);
    const double* column = &r[at(1, j + 1)];
    length[c] = std::hypot(std::sqrt(product(column, column, j + 1)), penalties[c]);
    order.push_back(j);
    least[c] += d * rounding;
    if (length[c] == 0) continue;
    for (int i = 0; i <= j; ++i) a.column(j)[i] = column[i] / length[c];
    if (penalised) a.column(j)[d + j] = penalties[c] / length[c];
  }
  std::copy_n(&r[at(1, d + 1)], d, a.column(d));
  LeastSquares found{std::vector<double>(length.size(), 0.0)};
  found.rank = pivoted_triangle(a, least, order);
  const std::vector<double> solution = shortest_solution(a, found.rank, d);
  for (std::size_t j = 0; j < solution.size(); ++j) {
    const auto c = static_cast<std::size_t>(order[j]);
    found.weights[c] = length[c] > 0 ? solution[j] / length[c] : 0;
  }
  return found;
}

}  // namespace uneven::elements
