#include "comm/look.hpp"

#include <dlfcn.h>
#include <poll.h>
#include <sys/eventfd.h>

#include <vector>

namespace uneven::comm {

namespace {

/// Of no message.
constexpr int tag_never = 32766;

int who_may_sleep = 0;

/// Whether it is not the system's yield that MPI calls.
bool yield_is_replaced() {
  void* const system = ::dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  return system && ::dlsym(RTLD_DEFAULT, "sched_yield") != ::dlsym(system, "sched_yield");
}

/// If the poll after a yield sleeps, let it be this one, which has nothing to wait for.
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

void look_at(std::span<MPI_Request> requests) {
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

}  // namespace uneven::comm
