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
#include "measure/sampling/same_model.hpp"

namespace uneven::measure {

/// Messages that are alike.
struct Messages {
  int bytes;               ///< of one
  std::size_t memory = 0;  ///< bytes that they come from or go to in turn; those of one at least
  int in_flight = 1;       ///< to others, and as many from others
};

/// Where messages lie, one after the other.
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

/// Some messages to other processes, and as many from them.
class Exchange {
 public:
  Exchange(const comm::Communicator& comm, const Messages& messages)
      : comm_(comm),
        bytes_(messages.bytes),
        out_(messages),
        in_(messages),
        requests_(2 * static_cast<std::size_t>(messages.in_flight)) {}

  int messages() const { return static_cast<int>(requests_.size()); }

  /// @param turn  so that the distances change.
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

/// CPU seconds of a message, in exchanges in which all take part: of 8 bytes, or of a segment if long.
struct MessageTimes {
  double waited = 0, long_waited = 0;  ///< sent and received, the mean of both
  double sent = 0, long_sent = 0;
  double rested = 0, burst = 0;  ///< as waited, after a rest of the links; a burst is as much as they pass at once
  double arrived = 0, long_arrived = 0;  ///< received, having come before it is asked for
  double long_beside = 0;       ///< as long_waited, but as many at once as in programs, beside other work; 0: unknown
  double after_work = 0;        ///< as waited, each pair after some work, as in programs
  double interrupted_work = 1;  ///< work takes so many times as long right after such a pair as once more
};

/// Medians of one pass over at least two processes. Collective. Cost: 60 short exchanges of each kind, 5 to 60 long,
/// and of both lengths as many, 30 at most, each way between neighbours.
/// @param gap_s_per_byte  of the links, which rest until they can pass a burst again.
MessageTimes time_messages(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, double gap_s_per_byte,
                           const LongMessages& long_messages);

/// Short messages between runs of `work`, which is about as long at every process: each finds its code and data gone
/// from the caches. Means, since a program takes their sum. Collective. Cost: 120 runs, 60 exchanges.
void time_between_work(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                       const std::function<void()>& work, MessageTimes& times);

/// What is typical of several passes, their median, at processors of one model, which are taken to need the same CPU
/// time: their midmean, since what a long message costs its sender depends on how much its connection lets pass.
/// Collective.
/// @param passes  at least one.
MessageTimes typical_times(const Alike& alike, const std::vector<MessageTimes>& passes);

/// Fills in what messages cost a processor: CPU time over the processor's share of its core. A byte costs at most what
/// it costs who waits for it, and beside other work at least what it costs who only sends it.
void set_message_costs(const MessageTimes& times, document::MeasuredProcessor& processor);

}  // namespace uneven::measure
