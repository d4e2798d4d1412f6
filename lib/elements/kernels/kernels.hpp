// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace uneven::elements {

/// Points of a block, lane by lane: coordinate j of point i is lane[j][i]. Up to the next multiple of 8 points finite
/// numbers must follow, which do not count.
struct Points {
  const double* const* lane;
  std::int64_t count;
  int dimensions;
};

/// Numbers of a symmetric d x d matrix that differ, and the place of row a >= column b among them.
constexpr int triangle(int d) { return d * (d + 1) / 2; }
constexpr int triangle_at(int a, int b) { return a * (a + 1) / 2 + b; }

/// Points of a tile of the mixture: the responsibilities of a tile, k for each point, stay in the cache.
inline constexpr std::int64_t mixture_tile = 128, mixture_responsibilities = 128 * 1024;
constexpr std::int64_t mixture_tile_of(std::int64_t k, std::int64_t least) {
  std::int64_t tile = mixture_tile;
  while (tile > least && tile * k > mixture_responsibilities) tile /= 2;
  return tile;
}

/// Doubles of scratch memory for any instruction set.
constexpr std::size_t mixture_scratch(std::int64_t k, int d) {
  constexpr std::int64_t lanes = 8;
  return static_cast<std::size_t>((mixture_tile_of(k, lanes) * k + lanes - 1) / lanes * lanes + (d + 1) * lanes);
}

/// The most classes of logistic regression.
inline constexpr int most_classes = 128;

/// The inner loops, compiled once for each instruction set. Sums of one block have the same bits on every processor
/// with the same instruction set, not across sets.
struct Kernels {
  const char* instruction_set;

  /// For each point the nearest of k centroids (shape [k, d], the first of equal ones); adds the coordinates and 1 to
  /// sums[k, d + 1] of that centroid, and the squared distances to `inertia`.
  void (*assign)(const Points& points, const double* centroids, std::int64_t k, double* sums, double* inertia);

  /// For each point the squared distance to the nearest of k centroids and which one that is; shapes [count].
  void (*nearest)(const Points& points, const double* centroids, std::int64_t k, double* distance2, double* label);

  /// A Gaussian mixture. Component c is 1 + d + triangle(d) numbers: ln of weight times normalisation; the mean m; the
  /// inverse of the covariance's Cholesky factor. With the responsibilities r of c, adds sum r, sum r (x - m) and
  /// sum r (x - m)(x - m)^T to sums[k, 1 + d + triangle(d)], and the points' log-likelihoods to `likelihood`.
  /// `label`, shape [count], may be null: the component with the largest r. `scratch` has mixture_scratch(k, d)
  /// doubles.
  void (*mixture)(const Points& points, const double* components, std::int64_t k, double* sums, double* likelihood,
                  double* label, double* scratch);

  /// Logistic regression, weights shape [d + 1], the last being the constant; the label y is the lowest bit. Adds
  /// sum (p - y) (x, 1) to gradient[d + 1], sum -ln p(y) to `loss`, and how many have the other label as the likelier
  /// one to `wrong`.
  void (*logistic)(const Points& points, const std::uint8_t* y, const double* weights, double* gradient, double* loss,
                   double* wrong);

  /// p of each point; shape [count].
  void (*probability)(const Points& points, const double* weights, double* p);

  /// The same with k classes, weights shape [k, d + 1]: p_c is in proportion to exp(weights_c (x, 1)). The label y is
  /// the low bits, below most_classes. Adds sum (p_c - [y = c]) (x, 1) to gradient[k, d + 1], and counts in `wrong`
  /// labels that are not the likeliest class, the first of equal ones. `scratch` has mixture_scratch(k, d) doubles.
  void (*softmax)(const Points& points, const std::uint8_t* y, const double* weights, std::int64_t k, double* gradient,
                  double* loss, double* wrong, double* scratch);

  /// The likeliest class of each point; shape [count].
  void (*likeliest_class)(const Points& points, const double* weights, std::int64_t k, double* label);

  /// As `mixture`, with diagonal covariances: a component is 1 + 2 d numbers, the inverse deviations behind the mean;
  /// so are its sums, sum r (x - m)^2 of each coordinate behind those of the coordinates.
  void (*mixture_diagonal)(const Points& points, const double* components, std::int64_t k, double* sums,
                           double* likelihood, double* label, double* scratch);
};

/// The kernels that this processor can run, best first; never empty.
std::vector<const Kernels*> supported_kernels();

/// The first of them.
const Kernels& kernels();

extern const Kernels avx512_kernels, avx2_kernels, baseline_kernels;

}  // namespace uneven::elements
