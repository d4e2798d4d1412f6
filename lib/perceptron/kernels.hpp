// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace uneven::perceptron {

/// What a product does with its result P: C = P, C += P, or C = f' P with the slope f' of the unit whose output is C:
/// C (1 - C) of the sigmoid (eq. 6), 1 - C^2 of tanh, and of relu 1 where C > 0, else 0.
enum class Into { replace, add, slope, tanh_slope, relu_slope };

/// C[r, c] from P[r, c] = sum_k A(r, k) B[k, c], for r < rows, c < columns, k < depth.
///
/// A(r, k) = a[r * a_row + k * a_depth]; rows of B are `b_stride` apart and readable up to the next multiple of 16
/// columns; rows of C are `c_stride` apart. Meant for one small side (the outputs of a network); nothing is packed.
template <class Real>
struct Product {
  std::int64_t rows, columns, depth;
  const Real* a;
  std::int64_t a_row, a_depth;
  const Real* b;
  std::int64_t b_stride;
  Real* c;
  std::int64_t c_stride;
  Into into;
};

/// The inner loops, compiled once for each instruction set.
template <class Real>
struct Kernels {
  const char* instruction_set;

  void (*product)(const Product<Real>&);

  /// x = 1 / (1 + exp(-x)) within 4 units in the last place; arguments beyond +-87 (float) or +-708 (double) count as
  /// that bound, so no result is subnormal; NaN stays NaN.
  void (*sigmoid)(Real* x, std::int64_t count);

  /// u = (h - d) h (1 - h) with h = sigmoid(u); returns half the sum of (h - d)^2.
  double (*output_error)(Real* u, const Real* d, std::int64_t count);

  /// x = tanh(x), within 4 epsilon, or x = max(x, 0) in place; NaN stays NaN.
  void (*tanh)(Real* x, std::int64_t count);
  void (*relu)(Real* x, std::int64_t count);

  /// Each row of u, shape [samples, outputs], becomes exp(u) over its sum.
  void (*softmax)(Real* u, std::int64_t samples, std::int64_t outputs);

  /// As output_error, of other outputs h and losses: u becomes h - d, which is the slope of the loss in u. Of softmax,
  /// each sample's targets add up to 1. @return  the loss.
  double (*sigmoid_entropy)(Real* u, const Real* d, std::int64_t count);
  double (*softmax_entropy)(Real* u, const Real* d, std::int64_t samples, std::int64_t outputs);
  double (*linear_error)(Real* u, const Real* d, std::int64_t count);

  /// F[s, :width] = sigmoid(sum of the rows W^T[active of s, :width]); width is a multiple of 16.
  void (*sparse_forward)(const std::int64_t* row_start, const std::int32_t* active, std::int64_t samples,
                         const Real* weights, std::int64_t width, std::int64_t stride, Real* f);

  /// The same without the sigmoid.
  void (*sparse_sums)(const std::int64_t* row_start, const std::int32_t* active, std::int64_t samples,
                      const Real* weights, std::int64_t width, std::int64_t stride, Real* f);

  /// gradient[input[i], :count] += sum of the rows d1[sample of list i, :count] for `lists` lists; the rows are
  /// readable up to the next multiple of 16.
  void (*sparse_gradient)(const std::int32_t* input, const std::int64_t* start, const std::int32_t* sample,
                          std::int64_t lists, const Real* d1, std::int64_t count, std::int64_t stride, Real* gradient);

  /// weights -= rate * gradient. @return  whether all weights are finite.
  bool (*update)(Real* weights, const Real* gradient, Real rate, std::int64_t count);
};

/// The kernels that this processor can run, best first; never empty.
template <class Real>
std::vector<const Kernels<Real>*> supported_kernels();

/// The first of them.
template <class Real>
const Kernels<Real>& kernels();

/// The instruction set of kernels(): "avx512", "avx2" or "baseline".
const char* instruction_set();

extern const Kernels<float> avx512_float, avx2_float, baseline_float;
extern const Kernels<double> avx512_double, avx2_double, baseline_double;

}  // namespace uneven::perceptron
