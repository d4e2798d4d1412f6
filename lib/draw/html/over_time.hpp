// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "document/job.hpp"
#include "draw/html/events.hpp"

namespace uneven::draw {

/// HTML: a row for each rank, along which stand the shares of computing, communicating and waiting, in at most 300
/// columns of time; above 64 ranks those of a host are one row. Changes of the distribution are marked. Then a table of
/// all ranks by period. Its size is bounded.
///
///     P0 node1 |c c c c w c c c w     c computing
///     P1 node1 |c c w w w c c w w     w waiting
///     P2 node2 |c w w w w c c c w
///              0 s       1 s
///
/// @param trace  file of --trace of the run.
/// @throws as trace::read(); InputError if the trace is of another run than the report.
std::string over_time(const document::Report& report, const std::string& trace, const std::vector<Event>& events);

}  // namespace uneven::draw
