#pragma once

#include <string>

namespace uneven::runner {

/// From now on writes a line to standard error every `seconds`, the first at once, which tells the tool that this
/// process lives: `mpi-runner-alive RANK HOST`.
///
/// A timer's signal writes it and not a thread, for which there may be no room; so it comes while the process computes
/// or waits, but not while it is stopped. System calls that a signal interrupts go on (SA_RESTART) or are asked again.
/// Where there is no timer, no sign is given.
void give_signs_of_life(int rank, const std::string& host, double seconds);

}  // namespace uneven::runner
