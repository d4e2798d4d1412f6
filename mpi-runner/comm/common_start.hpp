#pragma once

#include "comm/communicator.hpp"
#include "comm/wait.hpp"

namespace uneven::comm {

/// Lets all processes begin at one moment, which a barrier does not: some leave it long after others.
class CommonStart {
 public:
  CommonStart(const Communicator& comm, const Patience& patience) : comm_(comm), patience_(patience) {}

  /// Returns at the same moment everywhere, some milliseconds after the last has come. Collective.
  /// Cost: a barrier and a broadcast; once a second 10 messages between rank 0 and each other rank.
  void wait();

 private:
  void compare_clocks();
  double from_first(double value);
  void send(double value, int to);
  double receive(int from);

  const Communicator& comm_;
  const Patience& patience_;
  double ahead_ = 0;           ///< this process's clock, of rank 0's
  double compared_at_ = -1e9;  ///< by rank 0's clock
};

}  // namespace uneven::comm
