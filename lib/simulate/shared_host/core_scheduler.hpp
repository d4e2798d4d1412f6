// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include "simulate/cpu_time.hpp"
#include "simulate/replay.hpp"
#include "simulate/shared_host/cores.hpp"

namespace uneven::simulate {

/// CPU time of processors with quotas, on shared cores, or at speeds that noise changes.
class CoreScheduler : public CpuTime {
 public:
  /// @param platform  must outlive this.
  /// @param rested, seed  as replay() has them.
  CoreScheduler(const Platform& platform, bool rested, unsigned seed);

  /// @return  when a processor has done `seconds` of work; what it shares its core with is in its way until its quota
  ///          stops it.
  double work(int processor, double start, double seconds) override;

  double awake(int processor, double start) override;

  bool shares_cores(int processor) const override { return places_[index(processor)].pool != nullptr; }

  /// A processor that has slept goes on where it was before, or, if that core is busy, on one that is idle.
  void find_place(int processor, double time) override;

 private:
  struct Place {
    Pool* pool = nullptr;  ///< where a processor shares cores
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
