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
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/transport.hpp"

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

namespace {

using schedule::Memory;
using schedule::Request;

MPI_Datatype type_of(std::int64_t element_bytes) {
  return element_bytes == 8 ? MPI_INT64_T : element_bytes == 4 ? MPI_INT32_T : MPI_BYTE;
}

/// MPI datatype of a block. It may be freed as soon as the message is posted.
class BlockType {
 public:
  explicit BlockType(const Memory& memory) : type_(type_of(memory.element_bytes)) {
    if (memory.rows == 1) return;
    made_ = true;
    check(MPI_Type_vector(count_of(static_cast<std::size_t>(memory.rows)),
                          count_of(static_cast<std::size_t>(memory.columns)),
                          count_of(static_cast<std::size_t>(memory.stride)), type_, &type_));
    check(MPI_Type_commit(&type_));
  }
  BlockType(const BlockType&) = delete;
  BlockType& operator=(const BlockType&) = delete;
  ~BlockType() {
    if (made_) MPI_Type_free(&type_);
  }
  MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype type_;
  bool made_ = false;
};

int count_in(const Memory& memory) { return memory.rows == 1 ? count_of(static_cast<std::size_t>(memory.columns)) : 1; }

}  // namespace

Request Transport::keep(MPI_Request request) {
  if (free_.empty()) {
    requests_.push_back(request);
    return static_cast<Request>(requests_.size()) - 1;
  }
  const Request number = free_.back();
  free_.pop_back();
  requests_[static_cast<std::size_t>(number)] = request;
  return number;
}

Request Transport::send(int to, int tag, const Memory& memory) {
  const BlockType type(memory);
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Isend(memory.data, count_in(memory), type.get(), to, tag, comm_.handle(), &request));
  return keep(request);
}

Request Transport::receive(int from, int tag, const Memory& memory) {
  const BlockType type(memory);
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Irecv(memory.data, count_in(memory), type.get(), from, tag, comm_.handle(), &request));
  return keep(request);
}

void Transport::test_requests(std::span<Request> requests) {
  if (requests.empty()) return push_along(comm_);
  looked_at_.clear();
  for (const Request request : requests)
    looked_at_.push_back(request == schedule::no_request ? MPI_REQUEST_NULL
                                                         : requests_[static_cast<std::size_t>(request)]);
  comm::test_requests(looked_at_);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (looked_at_[i] != MPI_REQUEST_NULL || requests[i] == schedule::no_request) continue;
    free_.push_back(std::exchange(requests[i], schedule::no_request));
  }
}

void Transport::forget(Request request) {
  MPI_Request_free(&requests_[static_cast<std::size_t>(request)]);
  free_.push_back(request);
}

}  // namespace uneven::comm
