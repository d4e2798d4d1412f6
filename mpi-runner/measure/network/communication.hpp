// SPDX-License-Identifier: MIT
#pragma once

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "context.hpp"
#include "document/options/program_options.hpp"
#include "document/speeds.hpp"
#include "measure/kernels/kernel.hpp"
#include "measure/sampling/speed.hpp"
#include "simulate/shared_host/cores.hpp"
#include "speeds/timed_pairs.hpp"

namespace uneven::measure {

/// Messages of one kind.
struct Messages {
  int bytes;               ///< bytes of a message
  std::size_t memory = 0;  ///< bytes of memory that successive messages use in turn; at least one message
  int in_flight = 1;       ///< concurrent messages to others, and as many from others
};

/// Memory of messages, used in turn.
class MessageMemory {
 public:
  explicit MessageMemory(const Messages& messages)
      : bytes_(static_cast<std::size_t>(messages.bytes)),
        data_(std::max(std::size_t{1}, messages.memory / bytes_) * bytes_) {}

  char* next() {
    next_ = (next_ + bytes_) % data_.size();
    return data_.data() + next_;
  }

 private:
  std::size_t bytes_, next_ = 0;
  std::vector<char> data_;
};

/// Concurrent messages to other processes, and as many from them.
class Exchange {
 public:
  Exchange(const comm::Communicator& comm, const Messages& messages)
      : comm_(comm),
        bytes_(messages.bytes),
        out_(messages),
        in_(messages),
        requests_(2 * static_cast<std::size_t>(messages.in_flight)) {}

  int messages() const { return static_cast<int>(requests_.size()); }

  /// Posts the messages. @param turn  number of the exchange, which changes the partners.
  void begin(int turn) {
    const int p = comm_.size();
    for (std::size_t i = 0; i < requests_.size(); i += 2) {
      const int distance = 1 + (turn + static_cast<int>(i / 2)) % (p - 1);
      const int from = (comm_.rank() + p - distance) % p, to = (comm_.rank() + distance) % p;
      comm::check(MPI_Irecv(in_.next(), bytes_, MPI_CHAR, from, 0, comm_.handle(), &requests_[i]));
      comm::check(MPI_Isend(out_.next(), bytes_, MPI_CHAR, to, 0, comm_.handle(), &requests_[i + 1]));
    }
  }

  bool done() { return comm::all_done(requests_); }

  std::span<MPI_Request> requests() { return requests_; }

 private:
  const comm::Communicator& comm_;
  int bytes_;
  MessageMemory out_, in_;
  std::vector<MPI_Request> requests_;
};

/// CPU seconds of a message, in exchanges between all processes. Messages have 8 bytes; long ones, a segment.
struct MessageTimes {
  double waited = 0, long_waited = 0;  ///< mean of a send and a receive that waits
  double sent = 0, long_sent = 0;      ///< a send
  double rested = 0, burst = 0;        ///< as waited, long_waited, after a rest of the links that refills their bursts
  double arrived = 0, long_arrived = 0;  ///< a receive of a message that has already arrived
  double long_beside = 0;       ///< as long_waited, with as many at once as in programs, beside other work; 0: unknown
  double after_work = 0;        ///< as waited, each pair after some work, as in programs
  double interrupted_work = 1;  ///< time of work right after such a pair over the time of its repetition
};

/// Medians of one pass over at least two processes. Collective. Cost: 60 short exchanges of each kind and 5 to 60 long
/// ones; also as many of both lengths, at most 30, each way between neighbours.
/// @param gap_s_per_byte  g of the links, which determines the rest that refills their bursts.
MessageTimes time_messages(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, double gap_s_per_byte,
                           const LongMessages& long_messages);

/// Times cold short messages, between runs of `work`, which evict the messages' code and data from the caches; runs
/// take about equally long at every process. Means, since a program takes their sum. Collective. Cost: 120 runs, 60
/// exchanges.
void time_between_work(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                       const std::function<void()>& work, MessageTimes& times);

/// Typical times: the median over passes, then the midmean over processors of one model, which should need the same CPU
/// time. Midmean, because the cost of a long message to its sender depends on how much its connection lets pass.
/// Collective.
/// @param passes  at least one.
MessageTimes typical_times(const Alike& alike, const std::vector<MessageTimes>& passes);

/// Sets a processor's message costs: CPU time over the processor's share of its core. A byte costs at most as much as
/// to a receiver that waits; beside other work, at least as much as to a sender.
void set_message_costs(const MessageTimes& times, document::MeasuredProcessor& processor);

/// Median seconds of fan-ins to each of the first processes, after all have slept, as at the start of a reduction.
/// Needs at least two processes. Collective.
/// @return  the same at every process.
simulate::FanIns measure_fan_ins(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy);

/// Measures the network, and the cost of messages to the processors. Passes alternate with other measurements, because
/// other work on a machine comes in periods of noise. No results without a network or for a single process. All
/// collective.
class Communication {
 public:
  /// Measures the network.
  /// @param limited  whether a quota stops this processor in every period.
  Communication(const runner::Context& context, const LongMessages& long_messages,
                const document::MeasureOptions& options, bool limited);

  /// Whether any processor is limited.
  bool quotas() const { return quotas_; }

  /// Measures one pass. @param short_run  work between messages; used if there are quotas.
  void pass(const std::function<void()>& short_run);

  /// Sets a processor's message costs from all passes so far, at least one, unless they are known.
  void set_costs(const Alike& alike, document::MeasuredProcessor& processor) const;

  /// The measured network, the same at every process.
  const std::optional<document::NetworkSpeeds>& network() const { return network_; }

  /// The pairs from which it was estimated, likewise.
  const std::vector<document::NetworkPair>& pairs() const { return pairs_; }

  /// Medians of the fan-ins over all passes, at least one. The same at every process.
  simulate::FanIns fan_ins() const { return simulate::middle_of(fan_ins_); }

 private:
  const comm::Communicator& world_;
  const comm::WaitPolicy& wait_policy_;
  LongMessages long_messages_;
  bool quotas_ = false;
  std::optional<document::NetworkSpeeds> network_;
  std::vector<document::NetworkPair> pairs_;
  std::vector<MessageTimes> messages_;
  std::vector<simulate::FanIns> fan_ins_;
};

/// Rest after which a link that has passed `bytes` can pass as many in a burst again, and waiting processes sleep.
std::chrono::duration<double> rest_of_links(double bytes, double gap_s_per_byte);

/// The network, and the pairs from which it was estimated.
struct MeasuredNetwork {
  document::NetworkSpeeds network;
  std::vector<document::NetworkPair> pairs;
};

/// Measures latency and gap of the network by ping-pongs between pairs of processes, one pair at a time, chosen by
/// speeds::timed_pairs(). The latency is the median time of the shortest messages; the gap is the slope of a line from
/// there, fitted to the median times of all sizes and pairs. If a rested link passes a burst, the gap is that beyond
/// the burst. On two levels the pairs within hosts give `within_host`, the others the rest; then the cards of hosts are
/// timed. Processes wait as in the executors. Needs at least two processes. Collective.
/// @param hosts        of the communicator's ranks.
/// @param max_seconds  limit on the time of repeated ping-pongs. A few of each size, up to 1 MiB, are always made, and
///                     bursts after a rest between eight pairs.
/// @return  the same at every process.
MeasuredNetwork measure_network(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                                const speeds::HostRanks& hosts, double max_seconds);

/// Measures the gap of a host's card: seconds per byte that the card passes while all ranks of its host send long
/// messages at once to other hosts. The median over turns, of the median over repeats. Where the other hosts have fewer
/// ranks than this one, their cards or receivers may be what limits it. Collective.
///
/// @param turns           at least one.
/// @param gap_s_per_byte  g of a single sender, which determines how much is sent.
/// @param max_seconds     limit on the time of all turns; the first turn, and a few repeats of each, are always made.
/// @return                s/byte; the same at every process.
double measure_host_gap(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                        const std::vector<speeds::CardTurn>& turns, double gap_s_per_byte, double max_seconds);

}  // namespace uneven::measure
