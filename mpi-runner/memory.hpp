// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "comm/communicator.hpp"
#include "context.hpp"

namespace uneven::runner {

/// Ends the job with one line, before anything is taken, if the processes of one host need more bytes together than it
/// has free, or this one more than it may take. Collective.
///
/// @param needed  by this process, beside what it has; estimated from the plan, not from allocations.
void require_memory(double needed, const comm::Communicator& comm, const Context& context);

/// The most bytes that this process has had in memory so far.
std::int64_t peak_memory();

}  // namespace uneven::runner
