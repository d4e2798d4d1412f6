#pragma once

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "document/speeds.hpp"

namespace uneven::measure {

/// Fills in what messages cost this processor: the CPU time of exchanges in which all take part, each of which follows
/// other work, as in programs, over the processor's share of its core. Nothing where a single process runs. Collective.
/// Cost: about 40 exchanges of up to 256 KiB.
void measure_messages(const comm::Communicator& comm, const comm::Patience& patience,
                      document::MeasuredProcessor& mine);

}  // namespace uneven::measure
