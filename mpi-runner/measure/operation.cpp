#include "measure/operation.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "cluster/cpu_time.hpp"
#include "cluster/statistics.hpp"
#include "comm/collectives.hpp"

namespace uneven::measure {

double measure_operation(const comm::Communicator& comm) {
  constexpr std::size_t elements = 16384;
  constexpr int repeats = 50;
  std::vector<double> x(elements, 1e-3), y(elements, 0);
  double best = 1;
  for (int i = 0; i < repeats; ++i) {
    const double start = MPI_Wtime();
    for (std::size_t j = 0; j < elements; ++j) y[j] += x[j];
    const double seconds = MPI_Wtime() - start;
    if (y[static_cast<std::size_t>(i)] > 0) best = std::min(best, seconds);
  }
  return comm::maximum(comm, best / elements);
}

double measure_long_operation(const comm::Communicator& comm) {
  constexpr std::size_t piece = 8192, elements = 64 * piece;
  constexpr int repeats = 9;
  std::vector<double> mine(elements, 1), sums(elements, 0), received(piece, 1e-3);
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    const double start = cluster::cpu_time();
    for (std::size_t first = 0; first < elements; first += piece)
      for (std::size_t j = 0; j < piece; ++j) sums[first + j] = mine[first + j] + received[j];
    times.push_back((cluster::cpu_time() - start) / elements);
    std::swap(mine, sums);
  }
  return cluster::median(comm::all_gather(comm, cluster::median(times)));
}

}  // namespace uneven::measure
