#include "comm/common_start.hpp"

#include <bit>
#include <chrono>
#include <limits>
#include <thread>

namespace uneven::comm {

namespace {

constexpr int tag = 0;
constexpr int exchanges = 5;
/// Longer than the moment takes to get about; a processor under a quota also recovers meanwhile.
constexpr double lead_s = 5e-3;
/// Good clocks drift apart by some microseconds in this time.
constexpr double clocks_hold_s = 1;

}  // namespace

void CommonStart::send(double value, int to) {
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Isend(&value, 1, MPI_DOUBLE, to, tag, comm_.handle(), &request));
  patience_.wait_for(request);
}

double CommonStart::receive(int from) {
  double value = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Irecv(&value, 1, MPI_DOUBLE, from, tag, comm_.handle(), &request));
  patience_.wait_for(request);
  return value;
}

/// Rank 0 asks each other rank for its time; the answer belongs to the middle of the shortest exchange.
void CommonStart::compare_clocks() {
  if (comm_.rank() != 0) {
    for (int i = 0; i < exchanges; ++i) {
      receive(0);
      send(MPI_Wtime(), 0);
    }
    ahead_ = receive(0);
    return;
  }
  for (int other = 1; other < comm_.size(); ++other) {
    double shortest = std::numeric_limits<double>::infinity(), ahead = 0;
    for (int i = 0; i < exchanges; ++i) {
      const double asked = MPI_Wtime();
      send(asked, other);
      const double there = receive(other), answered = MPI_Wtime();
      if (answered - asked >= shortest) continue;
      shortest = answered - asked;
      ahead = there - (asked + answered) / 2;
    }
    send(ahead, other);
  }
}

/// Rank 0's value, along a binomial tree: MPI's broadcast may take milliseconds where processes sleep.
double CommonStart::from_first(double value) {
  const int me = comm_.rank(), p = comm_.size();
  for (int distance = static_cast<int>(std::bit_ceil(static_cast<unsigned>(p))) / 2; distance > 0; distance /= 2) {
    if (me % (2 * distance) == distance) value = receive(me - distance);
    if (me % (2 * distance) == 0 && me + distance < p) send(value, me + distance);
  }
  return value;
}

void CommonStart::wait() {
  patience_.meet(comm_);
  const double start = from_first(MPI_Wtime() + lead_s);
  if (start - compared_at_ > clocks_hold_s) {
    compare_clocks();
    compared_at_ = start;
    return wait();
  }
  std::this_thread::sleep_for(std::chrono::duration<double>(start + ahead_ - MPI_Wtime()));
}

}  // namespace uneven::comm
