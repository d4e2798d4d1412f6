#include "comm/wait.hpp"

#include <sched.h>
#include <sys/prctl.h>

#include <ctime>

#include "comm/collectives.hpp"

namespace uneven::comm {

namespace {

/// Polls before the first sleep: most messages on a fast network arrive within them.
constexpr int eager_polls = 20;
constexpr timespec nap{0, 20'000};

}  // namespace

Patience::Patience(const Communicator& comm, const cluster::Machine& machine) : manner_(Manner::poll) {
  int neighbours = 0;
  for (const std::string& host : all_gather(comm, machine.host)) neighbours += host == machine.host;
  if (cluster::cpu_quota()) {
    manner_ = Manner::sleep;
    ::prctl(PR_SET_TIMERSLACK, 1000UL);  // the default slack of 50 us would more than double each nap
  } else if (neighbours > machine.cores) {
    manner_ = Manner::yield;
  }
}

double Patience::wait_until(const std::function<bool()>& ready) const {
  if (ready()) return 0;
  const double start = MPI_Wtime();
  for (int polls = 1; !ready(); ++polls) {
    if (manner_ == Manner::yield) ::sched_yield();
    if (manner_ == Manner::sleep && polls > eager_polls) ::nanosleep(&nap, nullptr);
  }
  return MPI_Wtime() - start;
}

void Patience::pause() const {
  if (manner_ == Manner::yield) ::sched_yield();
  if (manner_ == Manner::sleep) ::nanosleep(&nap, nullptr);
}

void Patience::meet(const Communicator& comm) const {
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Ibarrier(comm.handle(), &request));
  wait_until([&] {
    int done = 0;
    check(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
    return done != 0;
  });
}

}  // namespace uneven::comm
