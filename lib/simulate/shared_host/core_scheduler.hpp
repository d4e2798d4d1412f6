// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include "simulate/cpu_time.hpp"
#include "simulate/replay.hpp"
#include "simulate/shared_host/cores.hpp"

namespace uneven::simulate {

/// CPU time of processors that have quotas, share cores, or change their speed by noise.
class CoreScheduler : public CpuTime {
 public:
  /// @param platform  must outlive this.
  /// @param rested, seed  see replay().
  CoreScheduler(const Platform& platform, bool rested, unsigned seed);

  /// @return  the time at which the processor has done `seconds` of work. On a shared core, work of other processors
  ///          delays it; an exhausted quota stops it until the next period.
  double work(int processor, double start, double seconds) override;

  double awake(int processor, double start) override;

  bool shares_cores(int processor) const override { return places_[index(processor)].pool != nullptr; }

  /// Keeps a processor that has slept on its former core; if that core is busy, moves it to an idle one, if any.
  void find_place(int processor, double time) override;

 private:
  struct Place {
    Pool* pool = nullptr;  ///< the cores that the processor shares; null: it has one of its own
    std::size_t core = 0;
  };
  static std::size_t index(int processor) { return static_cast<std::size_t>(processor); }

  const Platform& platform_;
  std::deque<Pool> pools_;
  std::vector<Place> places_;
  std::vector<Core> cores_;
  std::vector<double> pace_;
};

}  // namespace uneven::simulate
