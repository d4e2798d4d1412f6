// SPDX-License-Identifier: MIT
// K-means written directly on MPI (Ito 2012, section 4.2): equal shares, one thread, no relocation, no checkpoint.
// The first points are the first centroids.
//
//     mpirun -n 8 kmeans POINTS.npy ITERATIONS
//
// prints the seconds of an iteration and the last inertia.

#include <cstdlib>

#include "points.hpp"

using plain::d, plain::k;

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  require(argc, 2);
  File file(argv[1], d);
  const int iterations = std::atoi(argv[2]);
  const Share share(file, rank, size);
  std::vector<double> centroids = file.read(0, k);
  double inertia = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (int iteration = 0; iteration < iterations; ++iteration) {
    constexpr int width = k * (d + 1) + 1;
    double sums[width] = {};
    plain::kmeans(share.lanes(), 0, share.count(), centroids.data(), sums, &sums[width - 1]);
    MPI_Allreduce(MPI_IN_PLACE, sums, width, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    inertia = sums[width - 1];
    for (int c = 0; c < k; ++c)
      for (int j = 0; j < d && sums[c * (d + 1) + d] > 0; ++j)
        centroids[static_cast<std::size_t>(c * d + j)] = sums[c * (d + 1) + j] / sums[c * (d + 1) + d];
  }
  const double seconds = (MPI_Wtime() - start) / iterations;
  if (rank == 0) std::printf("%.6g %.12g\n", seconds, inertia);
  MPI_Finalize();
}
