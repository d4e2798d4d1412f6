// SPDX-License-Identifier: MIT
#pragma once

#include <mpi.h>

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "machine/machine.hpp"

namespace uneven::comm {

/// Tests for messages. Each test also progresses all messages under way; it never waits.
///
/// MPI's own tests may wait: MPI can be told to yield if it finds nothing, and on some clusters a preloaded library
/// turns such yields into sleep, to save a CPU quota. Then the test after an unsuccessful one would sleep, even if
/// there is work to do.

/// While an object of this class lives, tests may sleep in this way, because its owner has nothing to do but wait.
class MaySleep {
 public:
  MaySleep();
  MaySleep(const MaySleep&) = delete;
  ~MaySleep();
};

/// Whether requests are complete. Complete requests become MPI_REQUEST_NULL; several do so only once all are complete.
bool is_done(MPI_Request& request);
bool all_done(std::span<MPI_Request> requests);

/// Tests each request by itself; a complete one becomes MPI_REQUEST_NULL.
void test_requests(std::span<MPI_Request> requests);

/// A matched message: it has arrived, and no other receive can take it.
struct Arrived {
  MPI_Message message;
  MPI_Status status;
};

/// The next arrived message with a tag, if any. @param from  a rank, or MPI_ANY_SOURCE.
std::optional<Arrived> look_for(const Communicator& comm, int from, int tag);

/// Progresses all messages under way.
void push_along(const Communicator& comm);

/// Number of processes on `host`, the caller's host. Collective.
int ranks_on(const Communicator& comm, const std::string& host);

/// A barrier at which waiting ranks sleep, up to 10 ms too long, since resting ranks must not disturb those that still
/// work. Collective.
void meet_asleep(const Communicator& comm);

/// How a process waits for messages without taking CPU time from the processes that send them.
///
/// Alone on its core, it polls. If ranks share cores, it yields the core between polls. Under a CPU quota, polling
/// would use up the quota, and the message would wait for the next period; so it sleeps between polls until a message
/// arrives.
class WaitPolicy {
 public:
  /// Chooses by the machine and the number of ranks on it. Collective.
  WaitPolicy(const Communicator& comm, const machine::Machine& machine);

  /// Calls `ready`, which must drive MPI forward, until it returns true.
  /// @return  seconds spent.
  double wait_until(const std::function<bool()>& ready) const;

  /// Waits for all these messages, or other operations that MPI progresses by itself. @return  seconds spent.
  double wait_for(std::span<MPI_Request> requests) const;
  double wait_for(MPI_Request& request) const { return wait_for({&request, 1}); }

  /// One pause between two tests.
  void pause() const;

  /// A barrier for processes that may arrive long before the others. It uses plain messages, because MPI's barrier
  /// takes milliseconds if processes sleep. Collective.
  void meet(const Communicator& comm) const;

 private:
  enum class Manner { poll, yield, sleep };
  Manner manner_;
  std::chrono::nanoseconds longest_sleep_{0};
  mutable machine::Sockets sockets_;
};

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
