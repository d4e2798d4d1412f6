// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "comm/communicator.hpp"
#include "document/speeds.hpp"
#include "machine/machine.hpp"
#include "measure/kernels/kernel.hpp"
#include "measure/sampling/speed.hpp"

namespace uneven::measure {

/// For each machine with fewer cores than processors with quotas: its cores and those processors. Collective.
std::vector<document::SharedCores> shared_cores(const comm::Communicator& comm, const machine::Machine& machine);

/// Speed-ups of the k fastest processors of each machine while its others rest, over their speed while all compute. k
/// is three quarters of the machine's processors, three quarters of that, and so on down to 1. Runs with k alternate
/// with runs of all, so that noise on the machine is in both. The k processors work on the part of the problem that
/// they would then have. Collective.
///
/// @param load_of_scale  a processor's load; scale 1 is its usual share of the problem.
/// @param speed          speed of this processor, by which the fastest are chosen.
/// @param effort         its confidence is ignored.
/// @return               the machines with at least two processors.
std::vector<document::SharedMachine> measure_shared_machines(const comm::Communicator& comm,
                                                             const machine::Machine& machine,
                                                             const std::function<Load(double)>& load_of_scale,
                                                             double speed, const Effort& effort);

}  // namespace uneven::measure
