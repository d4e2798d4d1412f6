// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

#include "base/checksum.hpp"
#include "document/common.hpp"

namespace uneven::hbsp {

/// A block of a matrix, row-major; its rows and columns are those of the whole matrix, and either range may be empty.
template <class Real>
struct BlockView {
  document::Range rows, columns;
  const Real* values = nullptr;  ///< shape [rows.count, columns.count]
  std::int64_t height = 0;       ///< rows of the whole matrix
  std::int64_t width = 0;        ///< columns of the whole matrix
};

/// Sums vectors of one length over all processes, in place, at every process. For a single process it may do nothing.
struct AddUp {
  std::function<void(std::span<double>)> doubles;
  std::function<void(std::span<long double>)> long_doubles;
};

/// Whether elements keep their signs or count by magnitude.
enum class Sign { kept, dropped };

/// Products of a matrix, distributed in blocks over processes, with V vectors that every process has, interleaved in
/// shape [length, V]. Every process gets the result. Number is double or long double.
template <class Real, class Number>
class VectorProducts {
 public:
  using Vectors = std::vector<Number>;

  explicit VectorProducts(const AddUp& add_up) : add_up_(add_up) {}

  /// M x.
  template <int V, Sign sign = Sign::kept>
  Vectors right(const BlockView<Real>& m, const Vectors& x) const {
    auto y = zeros(m.height, V);
    for (std::int64_t i = 0; i < m.rows.count; ++i) {
      const Real* row = m.values + i * m.columns.count;
      const Number* factor = x.data() + m.columns.first * V;
      Number sum[V]{};
      for (std::int64_t j = 0; j < m.columns.count; ++j, factor += V) {
        const Number element = value<sign>(row[j]);
        for (int v = 0; v < V; ++v) sum[v] += element * factor[v];
      }
      std::copy_n(sum, V, y.begin() + (m.rows.first + i) * V);
    }
    return added(std::move(y));
  }

  /// x M.
  template <int V, Sign sign = Sign::kept>
  Vectors left(const Vectors& x, const BlockView<Real>& m) const {
    auto y = zeros(m.width, V);
    for (std::int64_t i = 0; i < m.rows.count; ++i) {
      const Real* row = m.values + i * m.columns.count;
      const Number* factor = x.data() + (m.rows.first + i) * V;
      Number* sum = y.data() + m.columns.first * V;
      for (std::int64_t j = 0; j < m.columns.count; ++j, sum += V) {
        const Number element = value<sign>(row[j]);
        for (int v = 0; v < V; ++v) sum[v] += factor[v] * element;
      }
    }
    return added(std::move(y));
  }

  /// The given rows of M as V vectors, interleaved.
  template <std::size_t V>
  Vectors rows_of(const BlockView<Real>& m, const std::array<std::int64_t, V>& rows) const {
    return lines_of(m.values, {m.rows, m.columns.count}, {m.columns, 1}, m.width, rows);
  }

  /// The given columns of M as V vectors, interleaved.
  template <std::size_t V>
  Vectors columns_of(const BlockView<Real>& m, const std::array<std::int64_t, V>& columns) const {
    return lines_of(m.values, {m.columns, 1}, {m.rows, m.columns.count}, m.height, columns);
  }

 private:
  /// The rows or the columns of a block, and how far apart they lie.
  struct Axis {
    document::Range range;
    std::int64_t stride = 1;
  };

  /// The given lines across one axis, each of `length` along the other.
  template <std::size_t V>
  Vectors lines_of(const Real* values, const Axis& across, const Axis& along, std::int64_t length,
                   const std::array<std::int64_t, V>& lines) const {
    auto y = zeros(length, V);
    for (std::size_t v = 0; v < V; ++v)
      if (const std::int64_t i = lines[v] - across.range.first; i >= 0 && i < across.range.count)
        for (std::int64_t j = 0; j < along.range.count; ++j)
          y[static_cast<std::size_t>(along.range.first + j) * V + v] = values[i * across.stride + j * along.stride];
    return added(std::move(y));
  }

  static Vectors zeros(std::int64_t length, std::size_t vectors) {
    return Vectors(static_cast<std::size_t>(length) * vectors, 0);
  }

  template <Sign sign>
  static Number value(Real element) {
    const auto number = static_cast<Number>(element);
    return sign == Sign::kept ? number : std::abs(number);
  }

  Vectors added(Vectors y) const {
    if constexpr (std::is_same_v<Number, double>)
      add_up_.doubles(y);
    else
      add_up_.long_doubles(y);
    return y;
  }

  const AddUp& add_up_;
};

/// The matrix to generate; A and B of one seed differ.
enum class Made : std::uint64_t { a = 1, b = 2, vector = 3 };

/// Element (i, j) of a generated matrix: uniform in [-1, 1), the same on every process.
inline double made_up(std::uint64_t seed, Made what, std::int64_t i, std::int64_t j) {
  const std::uint64_t row =
      mix(mix(seed + golden) + golden * static_cast<std::uint64_t>(what) + static_cast<std::uint64_t>(i));
  return static_cast<double>(mix(row + golden * (static_cast<std::uint64_t>(j) + 1)) >> 11) * 0x1p-52 - 1;
}

/// The blocks of one process in a product C = A B.
template <class Real>
struct ProductView {
  BlockView<Real> a, b, c;
};

/// Deviation of C from A B.
struct Deviation {
  int vectors = 0;                   ///< number of random vectors
  double over_bound = 0;             ///< error of the worst element over its bound from rounding; sound if <= 1
  std::int64_t row = 0, column = 0;  ///< of the worst element
  bool too_large = false;            ///< C is not finite there, and A B itself may be no finite Real

  bool sound() const { return over_bound <= 1; }
};

/// Checks whether rounding explains the difference between every element of C and that of A B.
///
/// 1. C x is compared with A (B x), and x C with (x A) B, for random vectors x of signs (Freivalds 1977): a C that is
///    wrong passes a vector with a probability of at most 1/2. With 10 and 10 vectors: at most a millionth.
///    Signs are scaled by powers of two so that all rows and columns of A B count alike.
/// 2. The five worst rows and the five worst columns, relative to |A| |B|, are computed again, so that the result does
///    not depend on how the errors of a row, with random signs, add up.
/// 3. The worst element of each is compared with the bound from rounding, by over_rounding().
/// Elements of C that are not finite are found before all this.
///
/// Everything but over_rounding() is in double, or in long double, of 15 bits of exponent, where products of the
/// numbers could leave double's range.
///
/// Collective if `add_up` is. All processes get the same result.
/// @param view  blocks of finite A and B. Each element lies on one process.
/// Cost: 30 multiply-adds for each element of A, B and C, over all processes; memory for 20 vectors of each extent.
template <class Real>
Deviation check_product(const ProductView<Real>& view, std::uint64_t seed, const AddUp& add_up);

/// Searches for an element of C that is not finite. @return  a sound deviation if there is none.
/// Collective if `add_up` is. Cost: one pass over the elements of C, and as many numbers to add up as C has rows and
/// columns.
template <class Real>
Deviation check_finite(const ProductView<Real>& view, const AddUp& add_up);

/// Error of `c` as the sum of a_k b_k, over the bound on errors from rounding to Real; explained by rounding if <= 1.
///
/// A sum of products is made in some order, by partial sums s_1, s_2, ... Each rounding multiplies one by 1 + d with
/// |d| <= u, so that c - a b = sum_k d_k s_k to first order. If the d_k are mean independent, this exceeds
/// t u (sum_k s_k^2)^(1/2) with a probability of at most 2 exp(-t^2 / 2) (Azuma). It is at most sqrt(n) t u |a| |b|,
/// with the sqrt(n) of Higham and Mary in place of n; with signs at random it is smaller by another sqrt(n), about.
/// Here t = 8, and the probability less than 3e-14.
///
/// The order of a sum depends on the BLAS. So the bound takes the largest sum of squares over many orders: term by
/// term, in interleaved sums as SIMD lanes make them, and in blocks as caches favour them.
///
/// If all numbers are similar, their roundings have one sign. So the bound also covers four times the error that Real
/// actually makes in one of these orders.
///
/// Near zero, each of the n roundings adds up to half the least positive number of Real, with the same statistics.
///
/// Sources: N. J. Higham, T. Mary, A new approach to probabilistic rounding error analysis, SIAM J. Sci. Comput. 41(5),
///   2019, doi:10.1137/18M1226312; I. C. F. Ipsen, H. Zhou, Probabilistic error analysis for inner products, SIAM J.
///   Matrix Anal. Appl. 41(4), 2020, arXiv:1906.10465: the martingale of the partial sums.
///
/// @param a, b  shape [n], of finite numbers.
/// @param c     finite.
/// Cost: O(n).
template <class Real>
double over_rounding(std::span<const Real> a, std::span<const Real> b, Real c);

}  // namespace uneven::hbsp
