// SPDX-License-Identifier: MIT
#pragma once

#include "comm/communicator.hpp"
#include "comm/wait.hpp"

namespace uneven::comm {

/// Starts all processes at one moment. A barrier does not: some processes leave it long after others.
///
/// One process is the leader. Waiting ranks stay silent until the leader arrives, so as not to disturb working ranks.
class CommonStart {
 public:
  /// @param leader  the rank that arrives last.
  CommonStart(const Communicator& comm, const WaitPolicy& wait_policy, int leader)
      : comm_(comm), wait_policy_(wait_policy), leader_(leader) {}

  /// Waits for a common moment, some milliseconds after the leader's arrival. Collective.
  /// @param rest_s  least time from the leader's arrival to the moment, in s; only the leader's counts.
  /// @return  the moment by this process's MPI_Wtime; a sleeping process wakes up somewhat later.
  /// Cost: a broadcast; once a second 11 messages between the leader and each other rank.
  double wait(double rest_s = 0);

  /// Broadcasts the leader's value. Collective.
  double from_leader(double value);

 private:
  void compare_clocks();
  void send(double value, int to);
  double receive(int from);

  const Communicator& comm_;
  const WaitPolicy& wait_policy_;
  int leader_;
  double ahead_ = 0;           ///< this process's clock minus the leader's, in s
  double compared_at_ = -1e9;  ///< time of the last comparison, by the leader's clock
};

}  // namespace uneven::comm
