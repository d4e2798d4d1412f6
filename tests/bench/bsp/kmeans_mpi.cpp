// SPDX-License-Identifier: MIT
// K-means written directly on MPI (Ito 2012, section 4.2): equal shares, one thread, no relocation, no checkpoint.
// The first points are the first centroids.
//
//     mpirun -n 8 kmeans POINTS.npy ITERATIONS
//
// prints the seconds of an iteration and the last inertia.

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "plain.hpp"

namespace {

using plain::d, plain::k;

/// An NPY file of doubles, shape [count, d].
struct File {
  explicit File(const char* path) : in(path, std::ios::binary) {
    unsigned char head[10] = {};
    in.read(reinterpret_cast<char*>(head), sizeof head);
    start = 10 + head[8] + 256 * head[9];
    in.seekg(0, std::ios::end);
    count = (static_cast<std::int64_t>(in.tellg()) - start) / (8 * d);
  }
  std::vector<double> read(std::int64_t first, std::int64_t last) {
    std::vector<double> rows(static_cast<std::size_t>((last - first) * d));
    in.seekg(start + first * 8 * d);
    in.read(reinterpret_cast<char*>(rows.data()), static_cast<std::streamsize>(rows.size() * 8));
    return rows;
  }
  std::ifstream in;
  std::int64_t start, count;
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc != 3) MPI_Abort(MPI_COMM_WORLD, 64);
  if (!plain::can_run()) {
    std::fputs("the plain loops need AVX-512\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 71);
  }
  File file(argv[1]);
  const int iterations = std::atoi(argv[2]);
  const std::int64_t first = file.count * rank / size, last = file.count * (rank + 1) / size;
  std::vector<double> lane[d];
  constexpr std::int64_t piece = 1 << 18;
  for (std::int64_t begin = first; begin < last; begin += piece) {
    const std::vector<double> rows = file.read(begin, std::min(begin + piece, last));
    for (std::size_t i = 0; i < rows.size(); ++i) lane[i % d].push_back(rows[i]);
  }
  std::vector<double> centroids = file.read(0, k);
  const plain::Lanes points{{lane[0].data(), lane[1].data(), lane[2].data()}, nullptr};
  double inertia = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (int iteration = 0; iteration < iterations; ++iteration) {
    constexpr int width = k * (d + 1) + 1;
    double sums[width] = {};
    plain::kmeans(points, 0, last - first, centroids.data(), sums, &sums[width - 1]);
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
