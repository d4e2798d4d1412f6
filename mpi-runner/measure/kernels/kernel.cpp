// SPDX-License-Identifier: MIT
#include "measure/kernels/kernel.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "document/common.hpp"
#include "machine/machine.hpp"
#include "statistics/estimate.hpp"

namespace uneven::measure {

namespace {

const std::vector<Kernel>& kernels() {
  static const std::vector<Kernel> all = [] {
    std::vector<Kernel> made{bp_kernel(), matmul_kernel(), search_kernel()};
    for (const elements::ProgramEntry& program : elements::programs())
      if (program.is_kernel) made.push_back(elements_kernel(program));
    return made;
  }();
  return all;
}

}  // namespace

const Kernel& kernel_named(const std::string& name) {
  document::require_one_of("/options/kernel", name, elements::measured_kernels());
  return *std::ranges::find(kernels(), name, &Kernel::name);
}

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
    const double start = machine::cpu_time();
    for (std::size_t first = 0; first < elements; first += piece)
      for (std::size_t j = 0; j < piece; ++j) sums[first + j] = mine[first + j] + received[j];
    times.push_back((machine::cpu_time() - start) / elements);
    std::swap(mine, sums);
  }
  return statistics::median(comm::all_gather(comm, statistics::median(times)));
}

}  // namespace uneven::measure
