// SPDX-License-Identifier: MIT
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "document/speeds.hpp"
#include "measure/kernels/kernel.hpp"
#include "measure/sampling/speed.hpp"

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

}  // namespace uneven::measure
