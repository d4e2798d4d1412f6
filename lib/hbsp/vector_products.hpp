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
    auto y = zeros(m.width, V);
    for (std::size_t v = 0; v < V; ++v)
      if (const std::int64_t i = rows[v] - m.rows.first; i >= 0 && i < m.rows.count)
        for (std::int64_t j = 0; j < m.columns.count; ++j)
          y[static_cast<std::size_t>(m.columns.first + j) * V + v] = m.values[i * m.columns.count + j];
    return added(std::move(y));
  }

  /// The given columns of M as V vectors, interleaved.
  template <std::size_t V>
  Vectors columns_of(const BlockView<Real>& m, const std::array<std::int64_t, V>& columns) const {
    auto y = zeros(m.height, V);
    for (std::size_t v = 0; v < V; ++v)
      if (const std::int64_t j = columns[v] - m.columns.first; j >= 0 && j < m.columns.count)
        for (std::int64_t i = 0; i < m.rows.count; ++i)
          y[static_cast<std::size_t>(m.rows.first + i) * V + v] = m.values[i * m.columns.count + j];
    return added(std::move(y));
  }

 private:
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

}  // namespace uneven::hbsp
