// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "context.hpp"
#include "document/common.hpp"
#include "document/report.hpp"
#include "schedule/performer.hpp"

namespace uneven::runner {

/// The processes as the plan numbers them: rank i does the part of processor i, on its host as far as `match` (host,
/// cpu or any) asks for it. Collective; ends the job if there are too few processes or the hosts do not match.
/// @return  nothing at processes that the plan has no use for.
std::optional<comm::Communicator> planned_communicator(const std::vector<document::Processor>& cluster,
                                                       const std::string& match, const Context& context);

/// This process's line of the report, without what gather_reports() fills in.
document::RankReport rank_report(double work, const schedule::Times& times);

/// Every process's line of the report, by rank. Collective.
/// @param mine  work, times, and the instruction set unless it is that of the perceptron; the rest is filled in here.
std::vector<document::RankReport> gather_reports(const comm::Communicator& comm, const Context& context,
                                                 document::RankReport mine);

}  // namespace uneven::runner
