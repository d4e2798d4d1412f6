#pragma once

#include <functional>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "document/speeds.hpp"
#include "measure/kernels/kernel.hpp"
#include "measure/sampling/same_model.hpp"

namespace uneven::measure {

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
