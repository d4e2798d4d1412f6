// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <chrono>
#include <thread>
#include <vector>

#include "comm/communicator.hpp"
#include "measure/network/communication.hpp"
#include "measure/sampling/speed.hpp"
#include "speeds/timed_pairs.hpp"
#include "statistics/estimate.hpp"

namespace uneven::measure {

namespace {

/// Part of the time for host cards, where there are two levels.
constexpr double card_time_share = 0.2;
constexpr int least_rounds = 2, most_rounds = 30;
constexpr int small_messages = 200;
constexpr int barriers = 20;
/// Messages of a ping-pong: sent one way, then back. Rate limits let short bursts pass, so the last burst is long.
struct Burst {
  int messages, bytes;
};
constexpr Burst bursts[] = {{1, 8}, {1, 1024}, {1, 8192}, {4, 262144}};
/// Amounts sent after a rest: little, most of a usual burst, more than it, and much more. No message needs a
/// rendezvous.
struct Rested {
  Burst burst;
  int repeats;
};
constexpr Rested rested[] = {{{1, 8}, 30}, {{1, 32768}, 30}, {{12, 32768}, 5}, {{64, 32768}, 5}};
constexpr double least_burst_bytes = 16384;
constexpr double most_speedup = 100;  ///< of a burst over the long-run rate; more would be measurement error
constexpr double unmeasured = -1;
constexpr std::chrono::duration<double> least_rest = std::chrono::milliseconds(3);

constexpr double bytes_of(const Burst& burst) { return static_cast<double>(burst.messages) * burst.bytes; }

/// Links with larger bursts count as links without a burst.
constexpr double most_burst_bytes = bytes_of(rested[2].burst);

/// Sends (`out`) or receives a burst, with the executors' wait policy.
void exchange(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, bool out, std::vector<char>& data,
              const Burst& burst, int partner) {
  std::vector<MPI_Request> requests(static_cast<std::size_t>(burst.messages), MPI_REQUEST_NULL);
  char* at = data.data();
  for (MPI_Request& request : requests) {
    comm::check(out ? MPI_Isend(at, burst.bytes, MPI_CHAR, partner, 0, comm.handle(), &request)
                    : MPI_Irecv(at, burst.bytes, MPI_CHAR, partner, 0, comm.handle(), &request));
    at += burst.bytes;
  }
  wait_policy.wait_for(requests);
}

/// Median one-way time of a burst between this process and `partner`; the process with `first` sends first.
double ping_pong(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, int partner, bool first,
                 const Burst& burst, double seconds) {
  std::vector<char> data(static_cast<std::size_t>(burst.messages) * static_cast<std::size_t>(burst.bytes));
  std::vector<double> times;
  std::int32_t more = 1;
  const Measurement repetition({.least = least_rounds, .most = most_rounds, .seconds = seconds});
  for (int repeat = 0; more; ++repeat) {
    const double sent = MPI_Wtime();
    exchange(comm, wait_policy, first, data, burst, partner);
    exchange(comm, wait_policy, !first, data, burst, partner);
    if (repeat > 0) times.push_back((MPI_Wtime() - sent) / 2);  // the first sets up the connection
    // The first process decides for both, since their clocks differ.
    more = !repetition.enough(repeat);
    comm::check(first ? MPI_Send(&more, 1, MPI_INT32_T, partner, 1, comm.handle())
                      : MPI_Recv(&more, 1, MPI_INT32_T, partner, 1, comm.handle(), MPI_STATUS_IGNORE));
  }
  return statistics::median(times);
}

/// Seconds between the arrivals of small messages sent back to back, which is the receiver's time for one message.
double time_per_message(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, int partner, bool first) {
  std::vector<char> data(8);
  const Burst message{1, 8};
  const double start = MPI_Wtime();
  for (int i = 0; i < small_messages; ++i) exchange(comm, wait_policy, first, data, message, partner);
  const double seconds = (MPI_Wtime() - start) / small_messages;
  exchange(comm, wait_policy, !first, data, message, partner);
  return seconds;
}

/// Time of a burst and its answer after a rest that refills the link's burst. Not the median, since other processes on
/// the machine only make it longer.
/// @param gap  g of the link in the long run, s/byte; used by `first`.
double time_after_rest(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, int partner, bool first,
                       const Rested& sent, double gap) {
  const Burst& burst = sent.burst;
  std::vector<char> data(static_cast<std::size_t>(burst.messages) * static_cast<std::size_t>(burst.bytes)), answer(8);
  const auto rest = rest_of_links(std::min(bytes_of(burst), most_burst_bytes), gap);
  std::vector<double> times;
  for (int repeat = 0; repeat < sent.repeats; ++repeat) {
    exchange(comm, wait_policy, !first, answer, {1, 8}, partner);  // the partner is ready, and falls asleep
    if (first) std::this_thread::sleep_for(rest);
    const double start = MPI_Wtime();
    exchange(comm, wait_policy, first, data, burst, partner);
    exchange(comm, wait_policy, !first, answer, {1, 8}, partner);
    times.push_back(MPI_Wtime() - start);
  }
  std::ranges::sort(times);
  return times[times.size() / 3];
}

/// Median over the processes with a measurement.
double typical(const comm::Communicator& comm, double mine) {
  auto values = comm::all_gather(comm, mine);
  std::erase(values, unmeasured);
  return statistics::median(std::move(values));
}

double time_of_barrier(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy) {
  std::vector<double> times;
  for (int i = 0; i < barriers; ++i) {
    const double start = MPI_Wtime();
    wait_policy.meet(comm);
    times.push_back(MPI_Wtime() - start);
  }
  return statistics::median(times);
}

/// Sets the burst of a link, if it has one. B bytes after a rest take t = x g0 + (B - x) g, where x bytes pass at the
/// burst's gap g0; of these, x g0 / g were refilled meanwhile. The gap g is then that of bytes beyond the burst.
void add_burst(document::NetworkSpeeds& network, const std::vector<double>& after_rest) {
  const auto slope = [&](int from, int to) {
    return (after_rest[to] - after_rest[from]) / (bytes_of(rested[to].burst) - bytes_of(rested[from].burst));
  };
  const double gap = slope(2, 3), burst_gap = std::max(slope(0, 1), gap / most_speedup);
  if (burst_gap > gap / 2) return;
  const double fast = (after_rest[0] + most_burst_bytes * gap - after_rest[2]) / (gap - burst_gap);
  const double burst = fast * (1 - burst_gap / gap);
  if (!(burst >= least_burst_bytes)) return;  // also if burst is NaN, 0 / 0 for a gap of 0
  network.gap_s_per_byte = gap;
  network.bucket_bytes = burst;
  network.burst_gap_s_per_byte = burst_gap;
}

/// Times of a pair's messages.
struct PairTimes {
  std::array<double, std::size(bursts)> burst_s{};  ///< of each of `bursts`, one way
  double arrival = 0;                               ///< of a short message after another
};

/// Gives all times to all processes; each is known to one. Collective.
void share_times(const comm::Communicator& comm, std::vector<PairTimes>& times) {
  constexpr std::size_t of_a_pair = sizeof(PairTimes) / sizeof(double);
  comm::check(MPI_Allreduce(MPI_IN_PLACE, times.data(), comm::count_of(times.size() * of_a_pair), MPI_DOUBLE, MPI_SUM,
                            comm.handle()));
}

/// The network between ranks of one host, or between hosts.
struct Level {
  double latency_s, gap_s_per_byte, message_s;
};

/// @param within_host  whether of the pairs within hosts or of the others; at least one.
Level level_of(const std::vector<speeds::TimedPair>& pairs, const std::vector<PairTimes>& times, bool within_host) {
  std::vector<statistics::Point> points;
  std::vector<double> shortest, arrivals;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    if (pairs[p].within_host != within_host) continue;
    for (std::size_t s = 0; s < std::size(bursts); ++s) points.push_back({bytes_of(bursts[s]), times[p].burst_s[s]});
    shortest.push_back(times[p].burst_s.front());
    arrivals.push_back(times[p].arrival);
  }
  const double latency = statistics::median(shortest);
  return {latency, statistics::fit_slope(points, latency), statistics::median(arrivals)};
}

/// Each pair by itself: the slope of a line from its shortest time, fitted to its times of all sizes.
std::vector<document::NetworkPair> pairs_of(const std::vector<speeds::TimedPair>& pairs,
                                            const std::vector<PairTimes>& times) {
  std::vector<document::NetworkPair> result;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    std::vector<statistics::Point> points;
    for (std::size_t s = 0; s < std::size(bursts); ++s) points.push_back({bytes_of(bursts[s]), times[p].burst_s[s]});
    const double latency = times[p].burst_s.front();
    result.push_back({pairs[p].first, pairs[p].second, latency, statistics::fit_slope(points, latency)});
  }
  return result;
}

}  // namespace

std::chrono::duration<double> rest_of_links(double bytes, double gap_s_per_byte) {
  return std::max(least_rest, std::chrono::duration<double>(bytes * gap_s_per_byte));
}

MeasuredNetwork measure_network(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                                const speeds::HostRanks& hosts, double max_seconds) {
  const bool two_levels = speeds::has_two_levels(hosts);
  const double card_seconds = two_levels ? card_time_share * max_seconds : 0;
  const auto pairs = speeds::timed_pairs(hosts);
  const double share = (max_seconds - card_seconds) / static_cast<double>(pairs.size() * std::size(bursts));
  std::vector<PairTimes> times(pairs.size());
  std::vector<double> after_rest(std::size(rested), unmeasured);
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    wait_policy.meet(comm);
    if (comm.rank() != pairs[p].first && comm.rank() != pairs[p].second) continue;
    const bool first = comm.rank() == pairs[p].first;
    const int partner = first ? pairs[p].second : pairs[p].first;
    for (std::size_t s = 0; s < std::size(bursts); ++s) {
      const double seconds = ping_pong(comm, wait_policy, partner, first, bursts[s], share);
      if (first) times[p].burst_s[s] = seconds;
    }
    const double arrival = time_per_message(comm, wait_policy, partner, first);
    if (!first) times[p].arrival = arrival;
    if (!pairs[p].after_rest) continue;
    const double gap = times[p].burst_s.back() / bytes_of(bursts[std::size(bursts) - 1]);
    for (std::size_t r = 0; r < std::size(rested); ++r) {
      const double seconds = time_after_rest(comm, wait_policy, partner, first, rested[r], gap);
      if (first) after_rest[r] = seconds;
    }
  }
  wait_policy.meet(comm);  // otherwise ranks that are done would poll while the last pair is measured
  for (double& seconds : after_rest) seconds = typical(comm, seconds);
  share_times(comm, times);
  const double barrier = comm::maximum(comm, time_of_barrier(comm, wait_policy));
  const auto [latency, gap, message] = level_of(pairs, times, false);
  document::NetworkSpeeds network{latency, gap, barrier, message, {}, {}, {}};
  add_burst(network, after_rest);
  if (two_levels) {
    const Level within = level_of(pairs, times, true);
    network.within_host = document::WithinHost{within.latency_s, within.gap_s_per_byte, within.message_s};
    network.host_gap_s_per_byte =
        measure_host_gap(comm, wait_policy, speeds::card_turns(hosts), network.gap_s_per_byte, card_seconds);
  }
  return {network, pairs_of(pairs, times)};
}

}  // namespace uneven::measure
