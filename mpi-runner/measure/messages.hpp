#pragma once

#include <string>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "document/speeds.hpp"

namespace uneven::measure {

/// Fills in what messages cost this processor: the CPU time of exchanges in which all take part, over the processor's
/// share of its core. Short ones are waited for, or come
/// before they are asked for; long ones are waited for, or go on beside other work, as those of programs do. Processors
/// of one model are taken to need the same CPU time. Nothing where a single process runs. Collective.
///
/// @param model  of this processor.
/// Cost: 60 short exchanges and messages, 20 of 1 MiB.
void measure_messages(const comm::Communicator& comm, const comm::Patience& patience, const std::string& model,
                      document::MeasuredProcessor& mine);

}  // namespace uneven::measure
