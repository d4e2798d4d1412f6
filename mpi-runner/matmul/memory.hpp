#pragma once

#include <cstdint>

#include "comm/communicator.hpp"
#include "context.hpp"

namespace uneven::matmul {

/// Ends the job if the processes of one host need more bytes together than it has free. Collective.
void require_memory(double needed, const comm::Communicator& comm, const runner::Context& context);

/// The most bytes that this process has had in memory so far.
std::int64_t peak_memory();

}  // namespace uneven::matmul
