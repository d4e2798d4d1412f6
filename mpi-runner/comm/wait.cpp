#include "comm/wait.hpp"

#include <sched.h>
#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "comm/collectives.hpp"
#include "comm/look.hpp"

namespace uneven::comm {

namespace {

/// Looks in a row that find nothing before the next sleep: one message may take MPI several steps.
constexpr int looks_between_sleeps = 2;
/// The longest sleep: whatever else MPI may be waiting for is looked at that often.
constexpr std::chrono::milliseconds long_sleep{10};
/// The longest sleep where messages also come through memory, which wakes nobody.
constexpr std::chrono::microseconds nap{20};

/// Of no other message.
constexpr int tag_meet = 32767;

}  // namespace

int ranks_on(const Communicator& comm, const std::string& host) {
  return static_cast<int>(std::ranges::count(all_gather(comm, host), host));
}

Patience::Patience(const Communicator& comm, const cluster::Machine& machine) : manner_(Manner::poll) {
  const int neighbours = ranks_on(comm, machine.host);
  if (machine.quota) {
    manner_ = Manner::sleep;
    longest_sleep_ = neighbours > 1 ? nap : long_sleep;
    ::prctl(PR_SET_TIMERSLACK, 1000UL);  // the default slack of 50 us would more than double each nap
  } else if (neighbours > machine.cores) {
    manner_ = Manner::yield;
  }
}

double Patience::wait_until(const std::function<bool()>& ready) const {
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

void Patience::pause() const {
  if (manner_ == Manner::yield) ::sched_yield();
  if (manner_ == Manner::sleep) sockets_.wait(nap);
}

double Patience::wait_for(std::span<MPI_Request> requests) const {
  return wait_until([&] { return all_done(requests); });
}

void Patience::meet(const Communicator& comm) const {
  const int me = comm.rank(), p = comm.size();
  for (int distance = 1; distance < p; distance *= 2) {
    MPI_Request requests[2];
    check(MPI_Irecv(nullptr, 0, MPI_BYTE, (me + p - distance) % p, tag_meet, comm.handle(), &requests[0]));
    check(MPI_Isend(nullptr, 0, MPI_BYTE, (me + distance) % p, tag_meet, comm.handle(), &requests[1]));
    wait_for(requests);
  }
}

}  // namespace uneven::comm
