// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "simulate/replay.hpp"

namespace uneven::simulate {

/// How the processors of a platform get CPU time. A replay asks nothing else about cores.
class CpuTime {
 public:
  virtual ~CpuTime() = default;

  /// @param start    work does not begin before the processor's last work is done.
  /// @param seconds  of CPU time.
  /// @return         when the work is done.
  virtual double work(int processor, double start, double seconds) = 0;

  /// @return  when a processor that is woken at `start` is awake. Its quota does not pay for that.
  virtual double awake(int processor, double start) = 0;

  /// Whether other processors take turns on its core.
  virtual bool shares_cores(int processor) const = 0;

  /// Chooses the core on which a processor goes on that has slept until `time`.
  virtual void find_place(int processor, double time) = 0;
};

/// A core of its own at constant speed for each processor; shared_host::CoreScheduler where quotas, shared cores or
/// noise change that.
/// @param platform  must outlive the result.
/// @param rested, seed  as replay() has them.
std::unique_ptr<CpuTime> cpu_time_on(const Platform& platform, bool rested, unsigned seed);

/// A predicted time that is too long for a number.
[[noreturn]] void refuse_time();

}  // namespace uneven::simulate
