#pragma once

#include <chrono>
#include <functional>
#include <span>
#include <string>

#include "cluster/machine.hpp"
#include "cluster/sockets.hpp"
#include "comm/communicator.hpp"

namespace uneven::comm {

/// How many processes run on `host`, the caller's. Collective.
int ranks_on(const Communicator& comm, const std::string& host);

/// How a process waits for messages without taking the processor from those it waits for.
///
/// Alone on its core it polls. Where ranks share cores it gives the core away between polls. Under a CPU quota polling
/// spends the quota, and the message then waits for the next period; so it sleeps between polls, until a message
/// arrives.
class Patience {
 public:
  /// Looks at the machine and at how many ranks share it. Collective.
  Patience(const Communicator& comm, const cluster::Machine& machine);

  /// Calls `ready`, which must drive MPI forward, until it returns true.
  /// @return  seconds spent.
  double wait_until(const std::function<bool()>& ready) const;

  /// Until all these messages, or other operations that MPI carries on by itself, are done. @return  seconds spent.
  double wait_for(std::span<MPI_Request> requests) const;
  double wait_for(MPI_Request& request) const { return wait_for({&request, 1}); }

  /// One pause between two looks at what may have come.
  void pause() const;

  /// A barrier for processes that may arrive long before the others, of plain messages: MPI's takes milliseconds where
  /// processes sleep. Collective.
  void meet(const Communicator& comm) const;

 private:
  enum class Manner { poll, yield, sleep };
  Manner manner_;
  std::chrono::nanoseconds longest_sleep_{0};
  mutable cluster::Sockets sockets_;
};

}  // namespace uneven::comm
