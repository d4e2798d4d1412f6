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

/// Cores that processors with quotas share, by machine, where there are fewer than processors. Collective.
std::vector<document::SharedCores> shared_cores(const comm::Communicator& comm, const machine::Machine& machine);

/// How fast the fastest three quarters of each machine's processors compute while the others rest, three quarters of
/// those, and so on down to one; each in turn with all, so that a spell of other work at the machine is in both, and at
/// work on as much of the problem as they have then. Collective.
///
/// @param load_of_scale  what a processor does, 1 being its usual share of the problem.
/// @param speed          of this processor, which tells the fastest.
/// @param effort         its confidence is not looked at.
/// @return               machines of two processors and more.
std::vector<document::SharedMachine> measure_shared_machines(const comm::Communicator& comm,
                                                             const machine::Machine& machine,
                                                             const std::function<Load(double)>& load_of_scale,
                                                             double speed, const Effort& effort);

}  // namespace uneven::measure
