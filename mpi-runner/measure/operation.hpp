#pragma once

#include "comm/communicator.hpp"

namespace uneven::measure {

/// Seconds to add one double to another, in a vector that fits into the second-level cache; the slowest process's.
/// Collective. Cost: about a millisecond.
double measure_operation(const comm::Communicator& comm);

/// CPU seconds for the same in vectors that do not fit, piece by piece as reductions add what has come, while all
/// processes add; the median process's. Collective. Cost: 8 MiB, some 10 ms of CPU time.
double measure_long_operation(const comm::Communicator& comm);

}  // namespace uneven::measure
