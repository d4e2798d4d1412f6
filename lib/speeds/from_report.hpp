#pragma once

#include "document/report.hpp"
#include "document/speeds.hpp"

namespace uneven::speeds {

/// Speeds from the work and the compute times of a run; a processor that did nothing cannot be known.
/// @throws InputError that names such a processor.
document::Speeds speeds_from_report(const document::Report& report);

}  // namespace uneven::speeds
