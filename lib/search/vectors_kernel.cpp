// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstring>

#include "search/vector_kernels.hpp"

#define INLINE __attribute__((always_inline)) inline

namespace uneven::search {
namespace {

// Vectors of the compiler; a function with a target has them in its registers.
using Floats4 = float __attribute__((vector_size(16)));
using Floats8 = float __attribute__((vector_size(32)));
using Floats16 = float __attribute__((vector_size(64)));

template <class Floats>
INLINE void load(Floats& to, const float* from) {
  std::memcpy(&to, from, sizeof to);
}

template <class Floats>
INLINE float total(const Floats& sum) {
  float part[sizeof sum / sizeof(float)];
  std::memcpy(part, &sum, sizeof sum);
  for (std::size_t width = sizeof sum / sizeof(float) / 2; width > 0; width /= 2)
    for (std::size_t i = 0; i < width; ++i) part[i] += part[i + width];
  return part[0];
}

/// `rows` vectors at a time, so that their sums do not wait for one another.
template <class Floats, int rows>
INLINE void add_differences(const float* vectors, std::int64_t floats, const float* query, float* sums) {
  constexpr std::int64_t lanes = sizeof(Floats) / sizeof(float);
  Floats sum[rows] = {};
  std::int64_t i = 0;
  for (; i + lanes <= floats; i += lanes) {
    Floats q;
    load(q, query + i);
    for (int r = 0; r < rows; ++r) {
      Floats x;
      load(x, vectors + r * floats + i);
      x -= q;
      sum[r] += x * x;
    }
  }
  for (int r = 0; r < rows; ++r) {
    sums[r] = total(sum[r]);
    for (std::int64_t j = i; j < floats; ++j) {
      const float x = vectors[r * floats + j] - query[j];
      sums[r] += x * x;
    }
  }
}

template <class Floats, int rows>
INLINE void add_products(const float* vectors, std::int64_t floats, const float* query, float* sums, float* norms) {
  constexpr std::int64_t lanes = sizeof(Floats) / sizeof(float);
  Floats sum[rows] = {}, norm[rows] = {};
  std::int64_t i = 0;
  for (; i + lanes <= floats; i += lanes) {
    Floats q;
    load(q, query + i);
    for (int r = 0; r < rows; ++r) {
      Floats x;
      load(x, vectors + r * floats + i);
      sum[r] += x * q;
      norm[r] += x * x;
    }
  }
  for (int r = 0; r < rows; ++r) {
    sums[r] = total(sum[r]);
    norms[r] = total(norm[r]);
    for (std::int64_t j = i; j < floats; ++j) {
      const float x = vectors[r * floats + j];
      sums[r] += x * query[j];
      norms[r] += x * x;
    }
  }
}

constexpr int kRows = 4;

template <class Floats>
INLINE void differences(const float* vectors, std::int64_t count, std::int64_t floats, const float* query,
                        float* sums) {
  std::int64_t r = 0;
  for (; r + kRows <= count; r += kRows) add_differences<Floats, kRows>(vectors + r * floats, floats, query, sums + r);
  for (; r < count; ++r) add_differences<Floats, 1>(vectors + r * floats, floats, query, sums + r);
}

template <class Floats>
INLINE void products(const float* vectors, std::int64_t count, std::int64_t floats, const float* query, float* sums,
                     float* norms) {
  std::int64_t r = 0;
  for (; r + kRows <= count; r += kRows)
    add_products<Floats, kRows>(vectors + r * floats, floats, query, sums + r, norms + r);
  for (; r < count; ++r) add_products<Floats, 1>(vectors + r * floats, floats, query, sums + r, norms + r);
}

/// Where a square is too large or too small for single precision.
INLINE double exact_scale(const float* vector, std::int64_t floats) {
  double square = 0;
  for (std::int64_t i = 0; i < floats; ++i) square += double{vector[i]} * double{vector[i]};
  return 1 / std::sqrt(square);
}

INLINE float square_of(const float* vector, std::int64_t floats) {
  float square = 0;
#pragma omp simd reduction(+ : square)
  for (std::int64_t i = 0; i < floats; ++i) square += vector[i] * vector[i];
  return square;
}

INLINE void normalise(const float* vector, std::int64_t floats, float* to) {
  const float square = square_of(vector, floats);
  if (square > 0x1p-80F && square < 0x1p120F) {
    const float scale = 1 / std::sqrt(square);
    for (std::int64_t i = 0; i < floats; ++i) to[i] = vector[i] * scale;
  } else {
    const double scale = exact_scale(vector, floats);
    for (std::int64_t i = 0; i < floats; ++i) to[i] = static_cast<float>(vector[i] * scale);
  }
}

INLINE void move(const float* vectors, std::int64_t count, std::int64_t floats, const float* centre, float* to,
                 float* halves) {
  for (std::int64_t r = 0; r < count; ++r, vectors += floats, to += floats) {
    if (centre)
      for (std::int64_t i = 0; i < floats; ++i) to[i] = vectors[i] - centre[i];
    else
      normalise(vectors, floats, to);
    halves[r] = square_of(to, floats) / 2;
  }
}

INLINE void all_below(const float* sums, const float* bounds, float slack, std::int64_t tiles, bool* below) {
  for (std::int64_t t = 0; t < tiles; ++t, sums += kTile, bounds += kTile) {
    int all = -1;
#pragma omp simd reduction(& : all)
    for (int i = 0; i < kTile; ++i) all &= -static_cast<int>(sums[i] < bounds[i] - slack);
    below[t] = all != 0;
  }
}

#define KERNELS(NAME, FLOATS, TARGET)                                                                               \
  TARGET void differences_##NAME(const float* v, std::int64_t n, std::int64_t d, const float* q, float* s) {        \
    differences<FLOATS>(v, n, d, q, s);                                                                             \
  }                                                                                                                 \
  TARGET void products_##NAME(const float* v, std::int64_t n, std::int64_t d, const float* q, float* s, float* m) { \
    products<FLOATS>(v, n, d, q, s, m);                                                                             \
  }                                                                                                                 \
  TARGET void move_##NAME(const float* v, std::int64_t n, std::int64_t d, const float* c, float* to, float* h) {    \
    move(v, n, d, c, to, h);                                                                                        \
  }                                                                                                                 \
  TARGET void all_below_##NAME(const float* s, const float* b, float t, std::int64_t n, bool* a) {                  \
    all_below(s, b, t, n, a);                                                                                       \
  }                                                                                                                 \
  constexpr VectorKernels NAME##_kernels{move_##NAME, differences_##NAME, products_##NAME, all_below_##NAME};

KERNELS(portable, Floats4, )
#ifdef __x86_64__
KERNELS(avx2, Floats8, __attribute__((target("avx2,fma"))))
KERNELS(avx512, Floats16, __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,fma,prefer-vector-width=512"))))
#endif

}  // namespace

const VectorKernels& vector_kernels(Isa isa) {
#ifdef __x86_64__
  const bool fma = __builtin_cpu_supports("fma");
  const bool wide = fma && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
  if (isa == Isa::avx512 && wide) return avx512_kernels;
  if (isa != Isa::portable && fma) return avx2_kernels;
#endif
  return portable_kernels;
}

}  // namespace uneven::search
