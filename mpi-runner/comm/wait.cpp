// SPDX-License-Identifier: MIT
#include "comm/wait.hpp"

#include <dlfcn.h>
#include <poll.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>
#include <vector>

#include "comm/collectives.hpp"

namespace uneven::comm {

namespace {

/// Tag that no message has.
constexpr int tag_never = 32766;

int who_may_sleep = 0;

/// Whether a preloaded library replaces the yield that MPI calls.
bool yield_is_replaced() {
  void* const system = ::dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  return system && ::dlsym(RTLD_DEFAULT, "sched_yield") != ::dlsym(system, "sched_yield");
}

/// If the poll after a yield sleeps, this poll takes that sleep before there is anything to wait for.
void end_yield() {
  static const bool needed = yield_is_replaced();
  if (!needed || who_may_sleep > 0) return;
  static const int always_ready = ::eventfd(1, EFD_CLOEXEC);
  pollfd file{always_ready, POLLIN, 0};
  ::poll(&file, 1, 0);
}

}  // namespace

MaySleep::MaySleep() { ++who_may_sleep; }
MaySleep::~MaySleep() { --who_may_sleep; }

bool is_done(MPI_Request& request) { return all_done({&request, 1}); }

bool all_done(std::span<MPI_Request> requests) {
  end_yield();
  int done = 0;
  check(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE));
  return done != 0;
}

void test_requests(std::span<MPI_Request> requests) {
  end_yield();
  std::vector<int> done(requests.size());
  int count = 0;
  check(MPI_Testsome(static_cast<int>(requests.size()), requests.data(), &count, done.data(), MPI_STATUSES_IGNORE));
}

std::optional<Arrived> look_for(const Communicator& comm, int from, int tag) {
  end_yield();
  int here = 0;
  Arrived arrived;
  check(MPI_Improbe(from, tag, comm.handle(), &here, &arrived.message, &arrived.status));
  if (!here) return std::nullopt;
  return arrived;
}

void push_along(const Communicator& comm) {
  end_yield();
  int found = 0;
  check(MPI_Iprobe(MPI_ANY_SOURCE, tag_never, comm.handle(), &found, MPI_STATUS_IGNORE));
}

namespace {

/// Unsuccessful tests in a row before the next sleep; MPI may need several tests for one message.
constexpr int looks_between_sleeps = 2;
/// The longest sleep, since events other than messages from other hosts do not end it.
constexpr std::chrono::milliseconds long_sleep{10};
/// The longest sleep if messages also come through shared memory, which wakes no process.
constexpr std::chrono::microseconds nap{20};

/// Tag of the messages of meet() only.
constexpr int tag_meet = 32767;

}  // namespace

int ranks_on(const Communicator& comm, const std::string& host) {
  return static_cast<int>(std::ranges::count(all_gather(comm, host), host));
}

void meet_asleep(const Communicator& comm) {
  constexpr std::chrono::milliseconds look_every{10};
  MPI_Request all_here = MPI_REQUEST_NULL;
  check(MPI_Ibarrier(comm.handle(), &all_here));
  for (int here = 0; here == 0; std::this_thread::sleep_for(look_every))
    check(MPI_Test(&all_here, &here, MPI_STATUS_IGNORE));
}

WaitPolicy::WaitPolicy(const Communicator& comm, const machine::Machine& machine) : manner_(Manner::poll) {
  const int neighbours = ranks_on(comm, machine.host);
  if (machine.quota) {
    manner_ = Manner::sleep;
    longest_sleep_ = neighbours > 1 ? nap : long_sleep;
    ::prctl(PR_SET_TIMERSLACK, 1000UL);  // the default slack of 50 us would more than double each nap
  } else if (neighbours > machine.cores) {
    manner_ = Manner::yield;
  }
}

double WaitPolicy::wait_until(const std::function<bool()>& ready) const {
  if (ready()) return 0;
  const double start = MPI_Wtime();
  std::optional<MaySleep> may_sleep;
  if (manner_ != Manner::sleep) may_sleep.emplace();
  for (int looks = 1; !ready(); ++looks) {
    if (manner_ == Manner::yield) ::sched_yield();
    if (manner_ == Manner::sleep && looks % looks_between_sleeps == 0) sockets_.wait(longest_sleep_);
  }
  return MPI_Wtime() - start;
}

void WaitPolicy::pause() const {
  if (manner_ == Manner::yield) ::sched_yield();
  if (manner_ == Manner::sleep) sockets_.wait(nap);
}

double WaitPolicy::wait_for(std::span<MPI_Request> requests) const {
  return wait_until([&] { return all_done(requests); });
}

void WaitPolicy::meet(const Communicator& comm) const {
  const int me = comm.rank(), p = comm.size();
  for (int distance = 1; distance < p; distance *= 2) {
    MPI_Request requests[2];
    check(MPI_Irecv(nullptr, 0, MPI_BYTE, (me + p - distance) % p, tag_meet, comm.handle(), &requests[0]));
    check(MPI_Isend(nullptr, 0, MPI_BYTE, (me + distance) % p, tag_meet, comm.handle(), &requests[1]));
    wait_for(requests);
  }
}

}  // namespace uneven::comm
