// SPDX-License-Identifier: MIT
#pragma once

#include <mpi.h>

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "comm/communicator.hpp"
#include "machine/machine.hpp"
#include "machine/sockets.hpp"

namespace uneven::comm {

/// Looks at what has happened to messages. Each look also moves all messages that are under way, and none waits.
///
/// MPI's own looks may: it can be told to yield when it finds nothing, and libraries that turn such yields into sleep,
/// to save a CPU quota, are preloaded on some clusters. Then the look after one in vain would sleep, whatever there is
/// to do.

/// While one lives, looks may sleep in this way: its owner has nothing to do but to wait.
class MaySleep {
 public:
  MaySleep();
  MaySleep(const MaySleep&) = delete;
  ~MaySleep();
};

/// Requests that are done become MPI_REQUEST_NULL; of several, once all are.
bool is_done(MPI_Request& request);
bool all_done(std::span<MPI_Request> requests);

/// Each that is done becomes MPI_REQUEST_NULL.
void test_requests(std::span<MPI_Request> requests);

/// A message that is here and that nobody else will receive.
struct Arrived {
  MPI_Message message;
  MPI_Status status;
};

/// @param from  a rank, or MPI_ANY_SOURCE.
std::optional<Arrived> look_for(const Communicator& comm, int from, int tag);

/// Only moves messages along.
void push_along(const Communicator& comm);

/// How many processes run on `host`, the caller's. Collective.
int ranks_on(const Communicator& comm, const std::string& host);

/// How a process waits for messages without taking the processor from those it waits for.
///
/// Alone on its core it polls. Where ranks share cores it gives the core away between polls. Under a CPU quota polling
/// spends the quota, and the message then waits for the next period; so it sleeps between polls, until a message
/// arrives.
class WaitPolicy {
 public:
  /// Looks at the machine and at how many ranks share it. Collective.
  WaitPolicy(const Communicator& comm, const machine::Machine& machine);

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
  mutable machine::Sockets sockets_;
};

}  // namespace uneven::comm
