// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "search/kernels.hpp"

namespace uneven::search {

/// A query against `count` vectors, one behind the other, in single precision: sums[r] is the sum of the squared
/// differences. Its error is at most (floats + 3) / 2^24 of it, unless a term is too large or too small.
using Differences = void(const float* vectors, std::int64_t count, std::int64_t floats, const float* query,
                         float* sums);

/// The same for products: sums[r] is the product with the query, norms[r] the vector's with itself.
using Products = void(const float* vectors, std::int64_t count, std::int64_t floats, const float* query, float* sums,
                      float* norms);

/// Sets all_below[t] if all of the sums[i] of tile t are below bounds[i] - slack; a NaN is not below.
using AllBelow = void(const float* sums, const float* bounds, float slack, std::int64_t tiles, bool* all_below);

/// Moves `count` vectors b to `to`, and half of |b|^2 of each moved one to `halves`: b - centre, or with no centre b
/// times the factor that makes its length 1, but for (floats + 8) / 2^24.
using Move = void(const float* vectors, std::int64_t count, std::int64_t floats, const float* centre, float* to,
                  float* halves);

struct VectorKernels {
  Move* move;
  Differences* differences;
  Products* products;
  AllBelow* all_below;
};

/// Those of the instruction set, or the best below it that this processor has in full.
const VectorKernels& vector_kernels(Isa isa);

}  // namespace uneven::search
