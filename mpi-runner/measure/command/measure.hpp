// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "context.hpp"
#include "document/options/measure_options.hpp"
#include "document/speeds.hpp"
#include "measure/kernels/kernel.hpp"
#include "speeds/command_cost.hpp"

namespace uneven::measure {

/// The kernel "command": the user's command of the command line. It has no load to be timed in this process.
/// @throws UsageError  if the command line names none.
Kernel command_kernel(const runner::Context& context, const document::MeasureOptions& options);

/// What a rank has measured of the user's command.
struct CommandSpeed {
  document::MeasuredProcessor processor;
  std::optional<speeds::CommandMemory> memory;  ///< from all ranks; the same at every rank
};

/// Measures the user's command on all ranks at once. The setup runs on each host before, the cleanup after, even if the
/// command fails. Ends the job if something fails. Collective.
/// @param known  this rank only keeps step.
CommandSpeed measure_command(const runner::Context& context, const document::MeasureOptions& options, bool known);

}  // namespace uneven::measure
