// SPDX-License-Identifier: MIT
// Logistic regression by gradient descent, written directly on MPI (Ito 2012, section 4.2): equal shares, one thread,
// S2 at rank 0. The last column of the samples is the label, 0 or 1.
//
//     mpirun -n 8 logistic SAMPLES.npy ITERATIONS RATE
//
// prints the seconds of an iteration and the weights, the constant last.

#include <cstdlib>

#include "points.hpp"

using plain::d;

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  require(argc, 3);
  File file(argv[1], d + 1);
  const int iterations = std::atoi(argv[2]);
  const double rate = std::atof(argv[3]);
  const Share share(file, rank, size);
  double weights[d + 1] = {};
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (int iteration = 0; iteration < iterations; ++iteration) {
    double gradient[d + 1] = {}, sum[d + 1];
    plain::logistic(share.lanes(), 0, share.count(), weights, gradient);
    MPI_Reduce(gradient, sum, d + 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    for (int j = 0; j <= d && rank == 0; ++j) weights[j] -= rate * sum[j] / static_cast<double>(file.count);
    MPI_Bcast(weights, d + 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  const double seconds = (MPI_Wtime() - start) / iterations;
  if (rank == 0) std::printf("%.6g %.12g %.12g %.12g %.12g\n", seconds, weights[0], weights[1], weights[2], weights[3]);
  MPI_Finalize();
}
