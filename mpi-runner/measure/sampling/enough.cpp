// SPDX-License-Identifier: MIT
#include "measure/sampling/enough.hpp"

#include <algorithm>
#include <cstdint>

#include "comm/collectives.hpp"
#include "context.hpp"

namespace uneven::measure {

Measurement::Measurement(const Enough& enough) : enough_(enough), start_(MPI_Wtime()) {}

double Measurement::elapsed_s() const { return MPI_Wtime() - start_; }

bool Measurement::known_well(int repeats, double relative_error) const {
  return repeats >= enough_.least && relative_error <= enough_.confidence;
}

bool Measurement::ended(int repeats) const {
  if (runner::stop_requested()) return repeats >= std::min(enough_.least, least_repeats);
  return repeats >= enough_.least && (repeats >= enough_.most || elapsed_s() >= enough_.seconds);
}

bool Measurement::time_is_up(const comm::Communicator& comm) const {
  return comm::maximum(comm, std::int32_t{runner::stop_requested() || elapsed_s() >= enough_.seconds}) == 1;
}

bool Measurement::enough(int repeats, double relative_error) const {
  return known_well(repeats, relative_error) || ended(repeats);
}

bool Measurement::enough(const comm::Communicator& comm, int repeats, double relative_error) const {
  return comm::maximum(comm, std::int32_t{!known_well(repeats, relative_error)}) == 0 ||
         comm::maximum(comm, std::int32_t{ended(repeats)}) == 1;
}

}  // namespace uneven::measure
