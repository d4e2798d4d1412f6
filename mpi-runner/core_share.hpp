// SPDX-License-Identifier: MIT
#pragma once

#include <sched.h>

#include <vector>

#include "comm/communicator.hpp"
#include "machine/machine.hpp"

namespace uneven::runner {

/// The cores of a host that are a rank's own.
struct CoreShare {
  std::vector<unsigned> cores;  ///< by number of the first hardware thread; empty: the rank stays where it is
  int threads = 1;              ///< number of its cores
};

/// Divides the cores of each host among its ranks, as many for each, in the order of their numbers; the rest stay
/// unused: with eight cores and three ranks, two each. Not where there are fewer cores than ranks, nor where the
/// launcher has given the ranks different cores already. Collective.
CoreShare share_of_cores(const comm::Communicator& world, const machine::Machine& machine);

/// While an object of this class lives, the calling thread, and any program that it starts, runs on these cores only.
class BoundTo {
 public:
  /// @param cores  empty, or unknown to the system: no change.
  explicit BoundTo(const std::vector<unsigned>& cores);
  ~BoundTo();
  BoundTo(const BoundTo&) = delete;
  BoundTo& operator=(const BoundTo&) = delete;

 private:
  bool bound_ = false;
  cpu_set_t before_;
};

}  // namespace uneven::runner
