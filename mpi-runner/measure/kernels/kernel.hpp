// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "document/options/measure_options.hpp"
#include "elements/programs.hpp"

namespace uneven::measure {

/// Work of one size that can be done again and again.
struct Load {
  double units = 0;           ///< of work in one run
  std::function<void()> run;  ///< owns its data
  double part_units = units;  ///< of the whole part whose speed it has
};

/// A processor's usual share in a program's order, which may find less in the caches than the kernel does.
struct ProgramOrder {
  std::function<void()> piece;   ///< what comes between two messages
  std::function<void()> share;   ///< all of it, without messages
  std::function<void()> kernel;  ///< the same as the kernel does it
  std::function<void()> tall;    ///< the same work with all hidden units
};

/// Where a program's long messages are, and how many at a time.
struct LongMessages {
  std::size_t memory = 0;  ///< bytes that they come from or go to in turn; 0: those of one message
  int in_flight = 1;       ///< to others, and as many from others
};

/// A kernel whose speed can be measured.
struct Kernel {
  std::string name;
  std::string unit;
  /// What the speed depends on, for the speeds document.
  std::function<document::Json(const document::MeasureOptions&)> options;
  /// @param processors  that share the whole problem.
  /// @param scale       1 for a processor's usual share; smaller or larger for a point of the curve.
  std::function<Load(const document::MeasureOptions&, int processors, double scale)> load;
  /// CPU seconds of a sample whatever its units; empty, or nothing, where there is no such thing or it cannot be told.
  /// @param longest_s  to be spent on it, if it takes more than a few runs.
  std::function<std::optional<double>(const document::MeasureOptions&, int processors, double longest_s)> sample_time{};
  /// Where programs order their work otherwise than the kernel does.
  /// @param relative_speed  over the mean of all processors: of what goes on at a time each has as much more or less.
  std::function<ProgramOrder(const document::MeasureOptions&, int processors, double relative_speed)> order{};
  LongMessages long_messages{};  ///< of its programs
  bool may_leave_out = false;    ///< plans may use fewer processors
};

/// @throws InputError that lists the known kernels.
const Kernel& kernel_named(const std::string& name);

Kernel bp_kernel();
Kernel matmul_kernel();
Kernel search_kernel();
/// An iteration of a program of run-bsp.
Kernel elements_kernel(const elements::ProgramEntry& program);

/// Seconds to add one double to another, in a vector that fits into the second-level cache; the slowest process's.
/// Collective. Cost: about a millisecond.
double measure_operation(const comm::Communicator& comm);

/// CPU seconds for the same in vectors that do not fit, piece by piece as reductions add what has come, while all
/// processes add; the median process's. Collective. Cost: 8 MiB, some 10 ms of CPU time.
double measure_long_operation(const comm::Communicator& comm);

}  // namespace uneven::measure
