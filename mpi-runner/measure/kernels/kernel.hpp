// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "document/options/program_options.hpp"
#include "elements/programs.hpp"

namespace uneven::measure {

/// Work of one size that can be repeated.
struct Load {
  double units = 0;           ///< units of work in one run
  std::function<void()> run;  ///< does one run; owns its data
  double part_units = units;  ///< units of the whole part whose speed this load measures
};

/// A processor's usual share in the order of a program, which may have fewer cache hits than the order of the kernel.
struct ProgramOrder {
  std::function<void()> piece;   ///< the work between two messages
  std::function<void()> share;   ///< the whole share in the program's order, without messages
  std::function<void()> kernel;  ///< the whole share in the kernel's order
  std::function<void()> tall;    ///< the same amount of work with all hidden units
};

/// Memory and number of a program's long messages.
struct LongMessages {
  std::size_t memory = 0;  ///< bytes of memory that successive messages use in turn; 0: those of one message
  int in_flight = 1;       ///< concurrent messages to others, and as many from others
};

/// A kernel whose speed can be measured.
struct Kernel {
  std::string name;
  std::string unit;
  /// Options on which the speed depends, for the speeds document.
  std::function<document::Json(const document::MeasureOptions&)> options;
  /// Makes the load of one size.
  /// @param processors  number of processors that share the whole problem.
  /// @param scale       1 for a processor's usual share; smaller or larger for a point of the curve.
  std::function<Load(const document::MeasureOptions&, int processors, double scale)> load;
  /// Fixed CPU seconds of a sample, independent of its units. Empty if the kernel has none; returns nothing if unknown.
  /// @param longest_s  limit on the time of the measurement, beyond a few runs.
  std::function<std::optional<double>(const document::MeasureOptions&, int processors, double longest_s)> sample_time{};
  /// The program's order of work; empty if it is the kernel's.
  /// @param relative_speed  speed over the mean speed; concurrent work is scaled by it.
  std::function<ProgramOrder(const document::MeasureOptions&, int processors, double relative_speed)> order{};
  LongMessages long_messages{};  ///< long messages of its programs
  bool may_leave_out = false;    ///< whether plans may use fewer processors
};

/// @throws InputError that lists the known kernels.
const Kernel& kernel_named(const std::string& name);

Kernel bp_kernel();
Kernel matmul_kernel();
Kernel search_kernel();
/// An iteration of a program of run-bsp.
Kernel elements_kernel(const elements::ProgramEntry& program);

/// Seconds per addition of doubles, in vectors that fit into the second-level cache, at the slowest process.
/// Collective. Cost: about a millisecond.
double measure_operation(const comm::Communicator& comm);

/// CPU seconds per addition in vectors that do not fit into it, added piece by piece as in reductions, while all
/// processes add; the median over processes. Collective. Cost: 8 MiB, some 10 ms of CPU time.
double measure_long_operation(const comm::Communicator& comm);

}  // namespace uneven::measure
