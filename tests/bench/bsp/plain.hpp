// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// The programs as one would write them by hand for d = 3 and k = 8, with nothing but loops over lanes: x[j][i] is
/// coordinate j of point i. Each does the points first .. last - 1 and adds to what it is given.
namespace plain {

inline constexpr int d = 3, k = 8, triangle = 6;

/// Whether this processor has the instructions that the loops are compiled for: of x86-64, those of AVX-512.
inline bool can_run() {
#ifdef __x86_64__
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#else
  return true;
#endif
}

struct Lanes {
  const double* x[d];
  const std::uint8_t* label;  ///< logistic: 0 or 1
};

/// @param sums  shape [k, d + 1]: coordinates and members.
void kmeans(const Lanes& points, std::int64_t first, std::int64_t last, const double* centroids, double* sums,
            double* inertia);

/// @param components  shape [k, 1 + d + triangle]: logarithm of weight times normalisation, mean, inverse Cholesky
/// factor.
/// @param sums        the same shape: zeroth, first and second moments about the mean.
void em(const Lanes& points, std::int64_t first, std::int64_t last, const double* components, double* sums,
        double* likelihood);

/// The gradient alone. @param weights, gradient  shape [d + 1], the constant last.
void logistic(const Lanes& samples, std::int64_t first, std::int64_t last, const double* weights, double* gradient);

/// Sums the lanes, to see how fast memory is read.
double read(const Lanes& points, std::int64_t first, std::int64_t last);

/// Multiplies and adds in registers. @return  the floating-point operations done.
double multiply_add(std::int64_t rounds, double factor, double* sink);

}  // namespace plain
