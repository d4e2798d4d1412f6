// SPDX-License-Identifier: MIT
#pragma once

// The loops behind Kernels, for vectors of `bytes` bytes. Included only by the *_kernel.cpp files, after their choice
// of instruction set; calls nothing from the standard library, which would be compiled for that set too.

#include "perceptron/kernels.hpp"
#include "perceptron/lanes.hpp"
#include "perceptron/unit_loops.hpp"

namespace uneven::perceptron {
namespace {

/// What a product with the result P makes of the old C.
template <class Vector>
inline Vector joined(Into into, Vector old, Vector product) {
  if (into <= Into::add) return old + product;
  if (into == Into::tanh_slope) return (1 - old * old) * product;
  if (into == Into::relu_slope) return old > 0 ? product : Vector{};
  return old * (1 - old) * product;
}

/// The sum of `rows` x (`vectors` * lanes) numbers stays in registers while k runs.
template <class Real, int bytes, int rows, int vectors>
void product_tile(const Product<Real>& p, std::int64_t columns) {
  using L = Lanes<Real, bytes>;
  using Vector = typename L::Vector;
  Vector sum[rows][vectors] = {};
  const Real* a = p.a;
  const Real* b = p.b;
  for (std::int64_t k = 0; k < p.depth; ++k, a += p.a_depth, b += p.b_stride) {
    Vector line[vectors];
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) line[v] = L::load(b + v * L::count);
#pragma GCC unroll 16
    for (int r = 0; r < rows; ++r) {
      const Real factor = a[r * p.a_row];
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) sum[r][v] += factor * line[v];
    }
  }
#pragma GCC unroll 16
  for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      Real* c = p.c + r * p.c_stride + v * L::count;
      const std::int64_t left = columns - v * L::count;
      if (left >= L::count) {
        const Vector old = p.into == Into::replace ? Vector{} : L::load(c);
        L::store(c, joined(p.into, old, sum[r][v]));
      } else {
        const Vector old = p.into == Into::replace ? Vector{} : L::load_first(c, left);
        L::store_first(c, joined(p.into, old, sum[r][v]), left);
      }
    }
  }
}

/// Rows of a tile: with two vectors each, the sums and two operands fill the 32 or 16 registers.
template <int bytes>
constexpr int tile_rows = bytes == 64 ? 14 : 6;

template <class Real, int bytes, int vectors, int rows = tile_rows<bytes>>
void product_rows(const Product<Real>& p, std::int64_t columns, std::int64_t count) {
  if (count == rows) {
    product_tile<Real, bytes, rows, vectors>(p, columns);
  } else if constexpr (rows > 1) {
    product_rows<Real, bytes, vectors, rows - 1>(p, columns, count);
  }
}

template <class Real, int bytes>
void product(const Product<Real>& whole) {
  constexpr std::int64_t lanes = Lanes<Real, bytes>::count;
  // B's part for one tile, depth x 2 vectors, stays in the first-level cache for all rows.
  const std::int64_t block = whole.into >= Into::slope ? whole.depth : 256;
  const std::int64_t tiles = (whole.rows + tile_rows<bytes> - 1) / tile_rows<bytes>;
  for (std::int64_t c = 0; c < whole.columns; c += 2 * lanes) {
    const std::int64_t columns = whole.columns - c;
    for (std::int64_t k = 0; k < whole.depth; k += block) {
      Product<Real> part = whole;
      part.depth = whole.depth - k < block ? whole.depth - k : block;
      part.b += k * whole.b_stride + c;
      if (k > 0) part.into = Into::add;
      for (std::int64_t t = 0; t < tiles; ++t) {
        // Tiles of nearly equal height: 26 rows are 13 + 13, not 14 + 12.
        const std::int64_t row = whole.rows * t / tiles, count = whole.rows * (t + 1) / tiles - row;
        part.a = whole.a + row * whole.a_row + k * whole.a_depth;
        part.c = whole.c + row * whole.c_stride + c;
        if (columns > lanes) {
          product_rows<Real, bytes, 2>(part, columns, count);
        } else {
          product_rows<Real, bytes, 1>(part, columns, count);
        }
      }
    }
  }
}

template <class Real, int bytes>
void sigmoid_all(Real* x, std::int64_t count) {
  using L = Lanes<Real, bytes>;
  std::int64_t i = 0;
  for (; i + L::count <= count; i += L::count) L::store(x + i, sigmoid<Real, bytes>(L::load(x + i)));
  if (i < count) L::store_first(x + i, sigmoid<Real, bytes>(L::load_first(x + i, count - i)), count - i);
}

template <class Real, int bytes>
double output_error(Real* u, const Real* d, std::int64_t count) {
  using L = Lanes<Real, bytes>;
  using Vector = typename L::Vector;
  typename L::Double squares = {};
  std::int64_t i = 0;
  for (; i + L::count <= count; i += L::count) {
    const Vector h = sigmoid<Real, bytes>(L::load(u + i)), difference = h - L::load(d + i);
    const auto wide = __builtin_convertvector(difference, typename L::Double);
    squares += wide * wide;
    L::store(u + i, difference * h * (1 - h));
  }
  if (const std::int64_t left = count - i; left > 0) {
    const Vector h = sigmoid<Real, bytes>(L::load_first(u + i, left)), difference = h - L::load_first(d + i, left);
    for (std::int64_t k = 0; k < left; ++k) squares[k] += double(difference[k]) * double(difference[k]);
    L::store_first(u + i, difference * h * (1 - h), left);
  }
  double sum = 0;
  for (std::int64_t k = 0; k < L::count; ++k) sum += squares[k];
  return sum / 2;
}

/// The sum of the rows x[row[0]], x[row[1]], ... of `vectors` vectors each.
template <class Real, int bytes, int vectors>
inline void sum_rows(typename Lanes<Real, bytes>::Vector (&sum)[vectors], const Real* x, std::int64_t stride,
                     const std::int32_t* row, std::int64_t rows) {
  using L = Lanes<Real, bytes>;
#pragma GCC unroll 8
  for (int v = 0; v < vectors; ++v) sum[v] = typename L::Vector{};
  for (std::int64_t i = 0; i < rows; ++i) {
    const Real* line = x + row[i] * stride;
#pragma GCC unroll 8
    for (int v = 0; v < vectors; ++v) sum[v] += L::load(line + v * L::count);
  }
}

/// Calls block(column, vectors as a compile-time constant) for runs of at most `most` vectors that cover `count`
/// columns; the last vector of the last run may be partial.
template <int most, class Block>
inline void for_column_blocks(std::int64_t lanes, std::int64_t count, const Block& block) {
  std::int64_t column = 0;
  if constexpr (most > 0) {
    for (; column + (most - 1) * lanes < count; column += most * lanes) {
      block(column, std::integral_constant<int, most>{});
    }
    if (column < count) {
      for_column_blocks<most - 1>(lanes, count - column,
                                  [&](std::int64_t c, auto vectors) { block(column + c, vectors); });
    }
  }
}

template <class Real, int bytes, bool is_sigmoid>
void sparse_forward(const std::int64_t* row_start, const std::int32_t* active, std::int64_t samples,
                    const Real* weights, std::int64_t width, std::int64_t stride, Real* f) {
  using L = Lanes<Real, bytes>;
  for_column_blocks<5>(L::count, width, [&](std::int64_t column, auto constant) {
    constexpr int vectors = decltype(constant)::value;
    for (std::int64_t s = 0; s < samples; ++s) {
      typename L::Vector sum[vectors];
      sum_rows<Real, bytes, vectors>(sum, weights + column, stride, active + row_start[s],
                                     row_start[s + 1] - row_start[s]);
      Real* out = f + s * stride + column;
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v)
        L::store(out + v * L::count, is_sigmoid ? sigmoid<Real, bytes>(sum[v]) : sum[v]);
    }
  });
}

template <class Real, int bytes>
void sparse_gradient(const std::int32_t* input, const std::int64_t* start, const std::int32_t* sample,
                     std::int64_t lists, const Real* d1, std::int64_t count, std::int64_t stride, Real* gradient) {
  using L = Lanes<Real, bytes>;
  for_column_blocks<8>(L::count, count, [&](std::int64_t column, auto constant) {
    constexpr int vectors = decltype(constant)::value;
    for (std::int64_t i = 0; i < lists; ++i) {
      typename L::Vector sum[vectors];
      sum_rows<Real, bytes, vectors>(sum, d1 + column, stride, sample + start[i], start[i + 1] - start[i]);
      Real* out = gradient + input[i] * stride + column;
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v, out += L::count) {
        const std::int64_t left = count - column - v * L::count;
        if (left >= L::count) {
          L::store(out, L::load(out) + sum[v]);
        } else {
          L::store_first(out, L::load_first(out, left) + sum[v], left);
        }
      }
    }
  });
}

template <class Real, int bytes>
bool update(Real* weights, const Real* gradient, Real rate, std::int64_t count) {
  Real not_finite = 0;  // 0 times infinity is NaN, and so is every sum with it
#pragma omp simd reduction(+ : not_finite)
  for (std::int64_t i = 0; i < count; ++i) {
    weights[i] -= rate * gradient[i];
    not_finite += 0 * weights[i];
  }
  return not_finite == 0;
}

template <class Real, int bytes>
constexpr Kernels<Real> make_kernels(const char* instruction_set) {
  return {instruction_set,
          product<Real, bytes>,
          sigmoid_all<Real, bytes>,
          output_error<Real, bytes>,
          tanh_all<Real, bytes>,
          relu_all<Real, bytes>,
          softmax_all<Real, bytes>,
          sigmoid_entropy<Real, bytes>,
          softmax_entropy<Real, bytes>,
          linear_error<Real, bytes>,
          sparse_forward<Real, bytes, true>,
          sparse_forward<Real, bytes, false>,
          sparse_gradient<Real, bytes>,
          update<Real, bytes>};
}

}  // namespace
}  // namespace uneven::perceptron
