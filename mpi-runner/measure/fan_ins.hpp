#pragma once

#include "cluster/fitted_wake.hpp"
#include "comm/communicator.hpp"
#include "comm/wait.hpp"

namespace uneven::measure {

/// Median seconds of fan-ins to each of the first processes, as reductions begin: all have slept. Between at least
/// two processes. Collective.
/// @return  the same at every process.
cluster::FanIns measure_fan_ins(const comm::Communicator& comm, const comm::Patience& patience);

}  // namespace uneven::measure
