#include "measure/messages.hpp"

#include <algorithm>
#include <ctime>
#include <vector>

#include "cluster/machine.hpp"
#include "cluster/statistics.hpp"
#include "comm/collectives.hpp"

namespace uneven::measure {

namespace {

constexpr int repeats = 20;
constexpr int short_message = 8, long_message = 1 << 18;
/// Of other work between exchanges: half of what a second-level cache holds.
constexpr std::size_t other_numbers = (1 << 19) / sizeof(double);
constexpr int messages_of_exchange = 2;

double cpu_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Median CPU time to send a message to one process and to receive one from another.
double time_of_exchange(const comm::Communicator& comm, const comm::Patience& patience, int bytes) {
  std::vector<char> out(static_cast<std::size_t>(bytes)), in(out.size());
  std::vector<double> other(other_numbers, 1), times;
  const int p = comm.size();
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const int distance = 1 + repeat % (p - 1);
    for (double& number : other) number *= 0.5;
    const double start = cpu_time();
    MPI_Request requests[messages_of_exchange];
    comm::check(MPI_Irecv(in.data(), bytes, MPI_CHAR, (comm.rank() + p - distance) % p, 0, comm.handle(), requests));
    comm::check(MPI_Isend(out.data(), bytes, MPI_CHAR, (comm.rank() + distance) % p, 0, comm.handle(), requests + 1));
    patience.wait_for(requests);
    times.push_back(cpu_time() - start);
  }
  return cluster::median(times);
}

}  // namespace

void measure_messages(const comm::Communicator& comm, const comm::Patience& patience,
                      document::MeasuredProcessor& mine) {
  if (comm.size() < 2) return;
  time_of_exchange(comm, patience, short_message);  // sets up the connections
  const double of_short = time_of_exchange(comm, patience, short_message) / messages_of_exchange;
  const double of_long = time_of_exchange(comm, patience, long_message) / messages_of_exchange;
  const double share = mine.cpu_share.value_or(1);
  mine.message_s = of_short / share;
  mine.byte_s = std::max(0.0, of_long - of_short) / long_message / share;
}

}  // namespace uneven::measure
