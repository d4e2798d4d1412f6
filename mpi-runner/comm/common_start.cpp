// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>
#include <thread>

#include "comm/wait.hpp"

namespace uneven::comm {

namespace {

constexpr int tag = 0;
constexpr int exchanges = 5;
/// Time from the leader's arrival to the moment, in s: longer than the broadcast of the moment.
constexpr double lead_s = 5e-3;
/// The last naps before the start are short, since a long sleep ends late; and few, since each is charged to a quota.
constexpr double naps_s = 1.2e-3, nap_s = 400e-6;
/// Validity of a comparison of clocks, in s: good clocks drift apart by some microseconds in this time.
constexpr double clocks_hold_s = 1;

}  // namespace

void CommonStart::send(double value, int to) {
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Isend(&value, 1, MPI_DOUBLE, to, tag, comm_.handle(), &request));
  wait_policy_.wait_for(request);
}

double CommonStart::receive(int from) {
  double value = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Irecv(&value, 1, MPI_DOUBLE, from, tag, comm_.handle(), &request));
  wait_policy_.wait_for(request);
  return value;
}

/// The leader asks each other rank for its time; the answer belongs to the middle of the shortest exchange.
void CommonStart::compare_clocks() {
  if (comm_.rank() != leader_) {
    for (int i = 0; i < exchanges; ++i) {
      receive(leader_);
      send(MPI_Wtime(), leader_);
    }
    ahead_ = receive(leader_);
    return;
  }
  for (int other = 0; other < comm_.size(); ++other) {
    if (other == leader_) continue;
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

/// Uses a binomial tree: MPI's broadcast may take milliseconds if processes sleep.
double CommonStart::from_leader(double value) {
  const int p = comm_.size(), me = (comm_.rank() - leader_ + p) % p;
  const auto rank = [&](int place) { return (leader_ + place) % p; };
  for (int distance = static_cast<int>(std::bit_ceil(static_cast<unsigned>(p))) / 2; distance > 0; distance /= 2) {
    if (me % (2 * distance) == distance) value = receive(rank(me - distance));
    if (me % (2 * distance) == 0 && me + distance < p) send(value, rank(me + distance));
  }
  return value;
}

double CommonStart::wait(double rest_s) {
  const auto agree = [&] { return from_leader(MPI_Wtime() + std::max(lead_s, rest_s)); };
  double start = agree();
  if (start - compared_at_ > clocks_hold_s) {
    compare_clocks();
    start = compared_at_ = agree();
  }
  const double mine = start + ahead_;
  for (double left = mine - MPI_Wtime(); left > 0; left = mine - MPI_Wtime())
    std::this_thread::sleep_for(std::chrono::duration<double>(left > naps_s ? left - naps_s : std::min(left, nap_s)));
  return mine;
}

}  // namespace uneven::comm
