#pragma once

#include <functional>

#include "comm/communicator.hpp"

namespace uneven::comm {

/// Runs `work`, which must not communicate, on every process. If it throws anywhere, one process says so, the job
/// ends with that error's exit code, and nobody is left waiting. Collective.
void together(const Communicator& comm, const std::function<void()>& work);

/// Prints the exception being handled as this rank's one line and ends the whole job. Call inside a catch block.
[[noreturn]] void abort_with_current_exception(const Communicator& comm);

}  // namespace uneven::comm
