// SPDX-License-Identifier: MIT
#include <cblas.h>

#include <algorithm>
#include <cmath>

#include "measure/kernels/kernel.hpp"

namespace uneven::measure {

namespace {

/// C (n x n) += A (n x panel) B (panel x n): the repeated step of run-matmul.
constexpr double usual_side = 768;
constexpr int panel = 256;

Load load(const document::MeasureOptions&, int, double scale) {
  const int n = std::max(16, static_cast<int>(std::lround(usual_side * std::sqrt(scale))));
  const auto matrix = [](int rows, int columns, double value) {
    return std::make_shared<std::vector<double>>(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns),
                                                 value);
  };
  const auto a = matrix(n, panel, 0.5), b = matrix(panel, n, 0.25), c = matrix(n, n, 0);
  return {static_cast<double>(n) * n * panel, [=] {
            cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, panel, 1, a->data(), panel, b->data(), n, 1,
                        c->data(), n);
          }};
}

}  // namespace

Kernel matmul_kernel() {
  Kernel kernel{"matmul", "multiply-add", [](const document::MeasureOptions&) { return document::Json::object(); },
                load};
  // Blocks and panels do not stay in a cache, and pieces of a panel come from all processors at a time.
  kernel.long_messages = {8 << 20, 8};
  return kernel;
}

}  // namespace uneven::measure
