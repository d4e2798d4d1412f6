// SPDX-License-Identifier: MIT
#pragma once

#include "comm/communicator.hpp"
#include "comm/wait.hpp"

namespace uneven::comm {

/// Lets all processes begin at one moment, which a barrier does not: some leave it long after others.
///
/// One of them leads: who has done his part and waits sends nothing before it, which would disturb those still at work.
class CommonStart {
 public:
  /// @param leader  the rank that is done last.
  CommonStart(const Communicator& comm, const WaitPolicy& wait_policy, int leader)
      : comm_(comm), wait_policy_(wait_policy), leader_(leader) {}

  /// Waits for a moment that is the same everywhere, some milliseconds after the leader has come. Collective.
  /// @param rest_s  of the leader's: at least so long after he has come.
  /// @return  the moment, by this process's MPI_Wtime: a process that sleeps wakes up somewhat later.
  /// Cost: a broadcast; once a second 11 messages between the leader and each other rank.
  double wait(double rest_s = 0);

  /// The leader's value, everywhere. Collective.
  double from_leader(double value);

 private:
  void compare_clocks();
  void send(double value, int to);
  double receive(int from);

  const Communicator& comm_;
  const WaitPolicy& wait_policy_;
  int leader_;
  double ahead_ = 0;           ///< this process's clock, of the leader's
  double compared_at_ = -1e9;  ///< by the leader's clock
};

}  // namespace uneven::comm
