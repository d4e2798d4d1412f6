// SPDX-License-Identifier: MIT
// A mixture of Gaussians written directly on MPI (Ito 2012, section 4.2): equal shares, one thread, S2 at rank 0. The
// first points are the first means, the covariance of all points is the first one, which the first iteration measures.
//
//     mpirun -n 8 em POINTS.npy ITERATIONS
//
// prints the seconds of an iteration and the last mean log-likelihood.

#include <cmath>
#include <cstdlib>
#include <numbers>

#include "points.hpp"

using plain::d, plain::k, plain::triangle;

constexpr int size_of = 1 + d + triangle;  // numbers of a component
constexpr double variance_floor = 1e-6;

/// The inverse of the Cholesky factor of a covariance, both as the rows of a lower triangle. @return  the logarithm of
/// the determinant of the covariance.
double invert(const double* s, double* l) {
  const double a = std::sqrt(s[0]), b = s[1] / a, c = s[3] / a;
  const double e = std::sqrt(s[2] - b * b), f = (s[4] - b * c) / e, g = std::sqrt(s[5] - c * c - f * f);
  l[0] = 1 / a, l[2] = 1 / e, l[5] = 1 / g;
  l[1] = -b * l[0] * l[2];
  l[4] = -f * l[2] * l[5];
  l[3] = -(c * l[0] + f * l[1]) * l[5];
  return 2 * std::log(a * e * g);
}

/// New components of the moments about the old means.
void update(const double* moments, double count, bool first, double* components) {
  for (int c = 0; c < k; ++c, moments += size_of, components += size_of) {
    double covariance[triangle], shift[d];
    for (int a = 0; a < d; ++a) shift[a] = moments[1 + a] / moments[0];
    for (int a = 0, n = 0; a < d; ++a)
      for (int b = 0; b <= a; ++b, ++n)
        covariance[n] = moments[1 + d + n] / moments[0] - shift[a] * shift[b] + (a == b ? variance_floor : 0);
    for (int a = 0; a < d && !first; ++a) components[1 + a] += shift[a];
    const double logarithm = invert(covariance, components + 1 + d);
    components[0] = std::log(moments[0] / count) - 0.5 * (d * std::log(2 * std::numbers::pi) + logarithm);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  require(argc, 2);
  File file(argv[1], d);
  const int iterations = std::atoi(argv[2]);
  const Share share(file, rank, size);
  constexpr int width = k * size_of + 1;
  double components[k * size_of] = {}, likelihood = 0;  // alike everywhere at first: every point is every component's
  const std::vector<double> means = file.read(0, k);
  for (int c = 0; c < k; ++c) std::copy_n(&means[static_cast<std::size_t>(c * d)], d, components + c * size_of + 1);
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (int iteration = 0; iteration < iterations; ++iteration) {
    double sums[width] = {}, all[width];
    plain::em(share.lanes(), 0, share.count(), components, sums, &sums[width - 1]);
    MPI_Reduce(sums, all, width, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
      likelihood = all[width - 1] / static_cast<double>(file.count);
      update(all, static_cast<double>(file.count), iteration == 0, components);
    }
    MPI_Bcast(components, k * size_of, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  const double seconds = (MPI_Wtime() - start) / iterations;
  if (rank == 0) std::printf("%.6g %.12g\n", seconds, likelihood);
  MPI_Finalize();
}
