// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "simulate/replay.hpp"

namespace uneven::simulate {

/// How the processors of a platform get CPU time. The replay knows cores only through this interface. Times in s.
class CpuTime {
 public:
  virtual ~CpuTime() = default;

  /// @param start    earliest start; work does not begin before the processor's previous work is done.
  /// @param seconds  CPU time of the work.
  /// @return         the time at which the work is done.
  virtual double work(int processor, double start, double seconds) = 0;

  /// @return  the time at which a processor woken at `start` runs. Waking up is not charged to its quota.
  virtual double awake(int processor, double start) = 0;

  /// Whether the processor shares cores with others.
  virtual bool shares_cores(int processor) const = 0;

  /// Chooses a core for a processor that has slept until `time`.
  virtual void find_place(int processor, double time) = 0;
};

/// CPU time on `platform`: each processor has its own core at constant speed, unless quotas, shared cores or noise call
/// for a CoreScheduler.
/// @param platform  must outlive the result.
/// @param rested, seed  see replay().
std::unique_ptr<CpuTime> cpu_time_on(const Platform& platform, bool rested, unsigned seed);

/// @throws InputError  always: a predicted time is too long for a number.
[[noreturn]] void refuse_time();

}  // namespace uneven::simulate
