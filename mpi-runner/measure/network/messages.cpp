// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "collective/allreduce.hpp"
#include "comm/wait.hpp"
#include "machine/machine.hpp"
#include "measure/network/communication.hpp"
#include "simulate/replay.hpp"
#include "statistics/estimate.hpp"

namespace uneven::measure {

namespace {

constexpr int repeats = 60, one_way_repeats = 30;
/// Number of long messages: at most most_long, and at least least_long, as far as they fit into long_s.
constexpr int most_long = 60, least_long = 5;
constexpr double long_s = 0.4;
/// A long message is a segment, the length in which vectors travel; it fits into a link's burst. Longer messages would
/// need a rendezvous; shorter ones would stay in the cache.
constexpr Messages short_messages{8};
constexpr int long_message = static_cast<int>(collective::segment_bytes);
/// Least bytes that other work goes over: half a second-level cache.
constexpr std::size_t least_other = 1 << 19;
constexpr std::size_t other_between_looks = 10 * least_other;
/// Runs of other work alone, alternating with as many beside a message, so that noise on the machine slows both.
constexpr int runs_alone = 3;
constexpr std::chrono::duration<double> surely_arrived{1e-3};

/// Work done while messages are under way.
class OtherWork {
 public:
  explicit OtherWork(std::size_t memory = 0) : numbers_(std::max(memory, least_other) / sizeof(double), 1) {}

  void pass() {
    for (double& number : numbers_) number *= 0.5;
  }

  void until_look() {
    for (std::size_t done = 0; done < other_between_looks; done += numbers_.size() * sizeof(double)) pass();
  }

 private:
  std::vector<double> numbers_;
};

using Rest = std::chrono::duration<double>;

/// Median CPU time of a message with a wait, each exchange after a rest of the links if `rest` is given.
double time_of_waited(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, const Messages& messages,
                      int repeats, std::optional<Rest> rest = std::nullopt) {
  Exchange exchange(comm, messages);
  OtherWork other(messages.memory);
  std::vector<double> times;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    if (rest) {
      wait_policy.meet(comm);
      std::this_thread::sleep_for(*rest);
    }
    other.pass();
    const double seconds = machine::cpu_seconds([&] {
      exchange.begin(repeat);
      wait_policy.wait_for(exchange.requests());
    });
    times.push_back(seconds / exchange.messages());
  }
  return statistics::median(times);
}

void meet_neighbour(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, int neighbour) {
  constexpr int tag = 1;
  MPI_Request requests[2];
  comm::check(MPI_Irecv(nullptr, 0, MPI_BYTE, neighbour, tag, comm.handle(), &requests[0]));
  comm::check(MPI_Isend(nullptr, 0, MPI_BYTE, neighbour, tag, comm.handle(), &requests[1]));
  wait_policy.wait_for(requests);
}

/// Median CPU times of a message between neighbours: of its send, and of the receive after its arrival.
/// @param transfer  time within which the message arrives, while no process is in MPI. If the message does not leave at
///                  once, as long ones through shared memory, the sender sleeps until the receiver asks for it.
/// @param waited    the result of a process without a neighbour.
std::pair<double, double> time_one_way(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                                       const Messages& messages, int repeats, Rest transfer, double waited) {
  const int neighbour = comm.rank() ^ 1;
  if (neighbour >= comm.size()) return {waited, waited};
  MessageMemory data(messages);
  std::vector<double> sent, arrived;
  for (int turn = 0; turn < 2 * repeats; ++turn) {
    const bool sends = comm.rank() % 2 == turn % 2;
    meet_neighbour(comm, wait_policy, neighbour);
    std::this_thread::sleep_for(sends ? transfer : 2 * transfer);
    MPI_Request request = MPI_REQUEST_NULL;
    bool done = false;
    double seconds = machine::cpu_seconds([&] {
      comm::check(sends ? MPI_Isend(data.next(), messages.bytes, MPI_CHAR, neighbour, 0, comm.handle(), &request)
                        : MPI_Irecv(data.next(), messages.bytes, MPI_CHAR, neighbour, 0, comm.handle(), &request));
      done = comm::is_done(request);
    });
    if (!done) {
      if (sends) std::this_thread::sleep_for(2 * transfer);
      seconds += machine::cpu_seconds([&] { wait_policy.wait_for(request); });
    }
    (sends ? sent : arrived).push_back(seconds);
  }
  return {statistics::median(sent), statistics::median(arrived)};
}

/// Median CPU time of a message beside other work; it includes the time that the operating system takes from that work.
double time_beside_other(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, const Messages& messages,
                         int repeats) {
  Exchange exchange(comm, messages);
  OtherWork other(messages.memory);
  std::vector<double> times;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    wait_policy.meet(comm);
    const double start = machine::cpu_time();
    int runs = 0;
    for (exchange.begin(repeat); !exchange.done(); ++runs) other.until_look();
    const double seconds = machine::cpu_time() - start;
    wait_policy.meet(comm);
    const double begun = machine::cpu_time();
    for (int run = 0; run < runs_alone; ++run) {
      other.until_look();
      comm::push_along(comm);
    }
    const double alone = (machine::cpu_time() - begun) / runs_alone;
    times.push_back(std::max(0.0, seconds - runs * alone) / exchange.messages());
  }
  return statistics::median(times);
}

}  // namespace

MessageTimes time_messages(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, double gap_s_per_byte,
                           const LongMessages& long_messages) {
  const Messages segments{long_message, long_messages.memory};
  const Messages all_segments{long_message, long_messages.memory, long_messages.in_flight};
  const Rest rest = rest_of_links(long_message, gap_s_per_byte);
  const auto repeats_of = [&](const Messages& messages) {
    const double exchange_s = messages.in_flight * messages.bytes * gap_s_per_byte;
    return static_cast<int>(std::clamp<double>(long_s / exchange_s, least_long, most_long));
  };
  time_of_waited(comm, wait_policy, short_messages, repeats);  // sets up the connections
  MessageTimes times;
  times.waited = time_of_waited(comm, wait_policy, short_messages, repeats);
  times.long_waited = time_of_waited(comm, wait_policy, segments, repeats_of(segments));
  const auto one_way = [&](const Messages& messages, double waited) {
    const Rest transfer = surely_arrived + Rest(messages.bytes * gap_s_per_byte);
    return time_one_way(comm, wait_policy, messages, std::min(one_way_repeats, repeats_of(messages)), transfer, waited);
  };
  std::tie(times.sent, times.arrived) = one_way(short_messages, times.waited);
  std::tie(times.long_sent, times.long_arrived) = one_way(segments, times.long_waited);
  times.rested = time_of_waited(comm, wait_policy, short_messages, repeats, rest);
  times.burst = time_of_waited(comm, wait_policy, segments, repeats, rest);
  if (long_messages.in_flight > 1)
    times.long_beside = time_beside_other(comm, wait_policy, all_segments, repeats_of(all_segments));
  return times;
}

void time_between_work(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                       const std::function<void()>& work, MessageTimes& times) {
  Exchange exchange(comm, short_messages);
  double messages_s = 0, after_s = 0, again_s = 0;
  wait_policy.meet(comm);
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const double start = machine::cpu_time();
    exchange.begin(repeat);
    wait_policy.wait_for(exchange.requests());
    const double exchanged = machine::cpu_time();
    work();
    const double worked = machine::cpu_time();
    work();
    messages_s += exchanged - start;
    after_s += worked - exchanged;
    again_s += machine::cpu_time() - worked;
  }
  times.after_work = messages_s / (repeats * exchange.messages());
  if (again_s > 0) times.interrupted_work = after_s / again_s;
}

MessageTimes typical_times(const Alike& alike, const std::vector<MessageTimes>& passes) {
  using Kind = double MessageTimes::*;
  MessageTimes typical;
  for (const Kind kind :
       {&MessageTimes::waited, &MessageTimes::long_waited, &MessageTimes::sent, &MessageTimes::long_sent,
        &MessageTimes::rested, &MessageTimes::burst, &MessageTimes::arrived, &MessageTimes::long_arrived,
        &MessageTimes::long_beside, &MessageTimes::after_work, &MessageTimes::interrupted_work}) {
    std::vector<double> times;
    for (const MessageTimes& pass : passes) times.push_back(pass.*kind);
    typical.*kind = alike.midmean(statistics::median(times));
  }
  return typical;
}

void set_message_costs(const MessageTimes& times, document::MeasuredProcessor& processor) {
  const double share = processor.cpu_share.value_or(1);
  const auto per_byte = [&](double of_long, double of_short) {
    return std::max(0.0, of_long - of_short) / long_message / share;
  };
  processor.message_s = times.waited / share;
  processor.waited_byte_s = per_byte(times.long_waited, times.waited);
  processor.send_overhead_s = times.sent / share;
  processor.sent_byte_s = per_byte(times.long_sent, times.sent);
  processor.burst_byte_s = per_byte(times.burst, times.rested);
  const double arrived = std::min(times.arrived, times.waited);
  processor.recv_overhead_s = arrived / share;
  const double after_work = processor.cpu_share ? std::max(times.waited, times.after_work) : times.waited;
  if (processor.cpu_share) {
    processor.cold_message_s = after_work / share;
    if (processor.pipelined_slowdown) *processor.pipelined_slowdown *= std::max(1.0, times.interrupted_work);
  }
  const double of_short = (times.sent + arrived) / 2;
  const double byte_s =
      times.long_beside > 0
          ? std::max(*processor.sent_byte_s, per_byte(times.long_beside, after_work / times.waited * of_short))
          : per_byte((times.long_sent + times.long_arrived) / 2, of_short);
  processor.byte_s = std::min(byte_s, std::max(*processor.sent_byte_s, *processor.waited_byte_s));
}

}  // namespace uneven::measure
