#include "measure/messages.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "cluster/cpu_time.hpp"
#include "cluster/replay.hpp"
#include "cluster/statistics.hpp"
#include "comm/look.hpp"
#include "measure/alike.hpp"
#include "measure/exchange.hpp"
#include "measure/network.hpp"

namespace uneven::measure {

namespace {

constexpr int repeats = 60;
/// Of long messages, in so many seconds if that is fewer.
constexpr int most_long = 60, least_long = 5;
constexpr double long_s = 0.4;
/// As long as the pieces in which vectors travel, which is within what links pass at once: longer ones need agreement,
/// shorter ones stay in the cache.
constexpr int short_message = 8, long_message = static_cast<int>(cluster::segment_bytes);
/// Of other work: half of what a second-level cache holds.
constexpr std::size_t other_numbers = (1 << 19) / sizeof(double);
constexpr int passes_between_looks = 10;
/// Runs of other work alone, after as many beside a message: a spell of more work at the machine makes both longer.
constexpr int runs_alone = 3;
constexpr std::chrono::milliseconds surely_arrived{1};

/// Work that goes on beside messages.
class OtherWork {
 public:
  void run(int passes) {
    for (int pass = 0; pass < passes; ++pass)
      for (double& number : numbers_) number *= 0.5;
  }

 private:
  std::vector<double> numbers_ = std::vector<double>(other_numbers, 1);
};

using Rest = std::chrono::duration<double>;

/// Median CPU time of messages that are waited for, each after a rest of the links if there is one.
double time_of_waited(const comm::Communicator& comm, const comm::Patience& patience, int bytes, std::size_t memory,
                      int repeats, std::optional<Rest> rest) {
  Exchange exchange(comm, bytes, memory);
  OtherWork other;
  std::vector<double> times;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    if (rest) {
      patience.meet(comm);
      std::this_thread::sleep_for(*rest);
    }
    other.run(1);
    const double start = cluster::cpu_time();
    exchange.begin(1 + repeat % (comm.size() - 1));
    patience.wait_for(exchange.requests());
    times.push_back(cluster::cpu_time() - start);
  }
  return cluster::median(times);
}

/// Median CPU time of a message that is sent, by pairs of neighbours; nothing where there is none.
std::optional<double> time_of_sent(const comm::Communicator& comm, const comm::Patience& patience, int bytes,
                                   std::size_t memory, int repeats) {
  const int neighbour = comm.rank() ^ 1;
  if (neighbour >= comm.size()) return std::nullopt;
  MessageMemory data(bytes, memory);
  std::vector<double> times;
  for (int turn = 0; turn < 2 * repeats; ++turn) {
    const bool sends = comm.rank() % 2 == turn % 2;
    MPI_Request request = MPI_REQUEST_NULL;
    const double start = cluster::cpu_time();
    comm::check(sends ? MPI_Isend(data.next(), bytes, MPI_CHAR, neighbour, 0, comm.handle(), &request)
                      : MPI_Irecv(data.next(), bytes, MPI_CHAR, neighbour, 0, comm.handle(), &request));
    patience.wait_for(request);
    if (sends) times.push_back(cluster::cpu_time() - start);
  }
  return cluster::median(times);
}

/// Median CPU time of a short message that has come before it is asked for.
double time_of_arrived(const comm::Communicator& comm, const comm::Patience& patience) {
  Exchange exchange(comm, short_message);
  std::vector<double> times;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    patience.meet(comm);
    exchange.begin(1 + repeat % (comm.size() - 1));
    std::this_thread::sleep_for(surely_arrived);
    const double start = cluster::cpu_time();
    while (!exchange.done()) {
    }
    times.push_back(cluster::cpu_time() - start);
  }
  return cluster::median(times);
}

/// Median CPU time of long messages beside other work, which pays for what the kernel does with them meanwhile.
double time_of_long(const comm::Communicator& comm, std::size_t memory, int long_repeats) {
  Exchange exchange(comm, long_message, memory);
  OtherWork other;
  const auto work = [&] {
    other.run(passes_between_looks);
    comm::push_along(comm);
  };
  std::vector<double> times;
  for (int repeat = 0; repeat < long_repeats; ++repeat) {
    const double start = cluster::cpu_time();
    int runs = 0;
    for (exchange.begin(1 + repeat % (comm.size() - 1)); !exchange.done(); ++runs) other.run(passes_between_looks);
    const double done = cluster::cpu_time();
    for (int run = 0; run < runs_alone; ++run) work();
    const double alone = (cluster::cpu_time() - done) / runs_alone;
    times.push_back(std::max(0.0, done - start - runs * alone));
  }
  return cluster::median(times);
}

}  // namespace

MessageTimes time_messages(const comm::Communicator& comm, const comm::Patience& patience, double gap_s_per_byte,
                           std::size_t memory) {
  const auto of_waited = [&](int bytes, int times, std::optional<Rest> rest = std::nullopt) {
    return time_of_waited(comm, patience, bytes, bytes == long_message ? memory : 0, times, rest) / Exchange::messages;
  };
  const Rest rest = rest_of_links(long_message, gap_s_per_byte);
  const int long_repeats =
      static_cast<int>(std::clamp<double>(long_s / (long_message * gap_s_per_byte), least_long, most_long));
  of_waited(short_message, repeats);  // sets up the connections
  MessageTimes times;
  times.waited = of_waited(short_message, repeats);
  times.long_waited = of_waited(long_message, long_repeats);
  times.sent = time_of_sent(comm, patience, short_message, 0, repeats).value_or(times.waited);
  times.long_sent = time_of_sent(comm, patience, long_message, memory, long_repeats).value_or(times.long_waited);
  times.rested = of_waited(short_message, repeats, rest);
  times.burst = of_waited(long_message, repeats, rest);
  times.arrived = time_of_arrived(comm, patience);
  times.long_beside = time_of_long(comm, memory, long_repeats) / Exchange::messages;
  return times;
}

double time_beside_work(const comm::Communicator& comm, const comm::Patience& patience,
                        const std::function<void()>& work) {
  Exchange exchange(comm, short_message);
  std::vector<double> times;
  patience.meet(comm);
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const double start = cluster::cpu_time();
    exchange.begin(1 + repeat % (comm.size() - 1));
    patience.wait_for(exchange.requests());
    times.push_back(cluster::cpu_time() - start);
    work();
  }
  return cluster::median(times) / Exchange::messages;
}

void set_message_costs(const comm::Communicator& comm, const std::vector<MessageTimes>& passes,
                       document::MeasuredProcessor& mine) {
  const Alike alike(comm, mine.cpu.value_or(""));
  // Of several passes the least, since other work at the machine only makes them longer.
  const auto of = [&](double MessageTimes::*which) { return alike.median(std::ranges::min(passes, {}, which).*which); };
  const double share = mine.cpu_share.value_or(1);
  const double waited = of(&MessageTimes::waited), sent = of(&MessageTimes::sent);
  const auto per_byte = [&](double MessageTimes::*which, double of_short, int bytes) {
    return std::max(0.0, of(which) - of_short) / bytes / share;
  };
  mine.message_s = waited / share;
  mine.waited_byte_s = per_byte(&MessageTimes::long_waited, waited, long_message);
  mine.sent_s = sent / share;
  mine.sent_byte_s = per_byte(&MessageTimes::long_sent, sent, long_message);
  mine.burst_byte_s = per_byte(&MessageTimes::burst, of(&MessageTimes::rested), long_message);
  mine.arrived_s = std::min(of(&MessageTimes::arrived), waited) / share;
  std::vector<double> beside_s;
  for (const MessageTimes& pass : passes) beside_s.push_back(pass.long_beside);
  const double sent_byte_s = *mine.sent_byte_s, most = std::max(sent_byte_s, *mine.waited_byte_s);
  mine.byte_s =
      std::clamp((alike.median(cluster::median(beside_s)) - waited) / long_message / share, sent_byte_s, most);
  const double beside = of(&MessageTimes::beside);
  if (mine.cpu_share) mine.beside_message_s = std::max(waited, beside) / share;
}

}  // namespace uneven::measure
