// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "document/speeds.hpp"

namespace uneven::simulate {

/// Later than everything.
inline constexpr double never = std::numeric_limits<double>::infinity();

/// What messages cost between processors that all see the same network.
struct Network {
  double latency_s = 0;             ///< transit of an empty message
  double gap_s_per_byte = 0;        ///< of a link, each way, in the long run
  double bucket_bytes = 0;          ///< that a link which has rested passes faster: rate limits are kept on average
  double burst_gap_s_per_byte = 0;  ///< then
  double wakeup_s = 0;              ///< until a processor that has slept for a message goes on
};

/// What messages cost a processor, and how much of its core it may use.
struct Endpoint {
  double send_overhead_s = 0;                                ///< of CPU time, to send a message
  double message_s = 0;                                      ///< of CPU time, to wait for one
  double recv_overhead_s = 0;                                ///< of CPU time, to receive one that has come already
  double after_work_s = 0;                                   ///< of CPU time more, for the first message after work
  double sent_byte_s = 0;                                    ///< of CPU time, for each byte it sends
  double byte_s = 0;                                         ///< of CPU time, for each byte it waits for
  std::optional<double> arrived_byte_s{};                    ///< for each of one that has come already, if it differs
  double burst_byte_s = 0;                                   ///< of CPU time, for those that come in a burst
  double share = 1;                                          ///< of a core in the long run
  double burst_s = std::numeric_limits<double>::infinity();  ///< of CPU time at full speed before the share binds
  double spread = 0;                                         ///< of its speeds in periods of noise: deviation over mean
};

struct Platform {
  std::vector<Endpoint> endpoints;  ///< shape [p]
  Network network;
  std::vector<document::SharedCores> shared_cores{};  ///< taken in turn; the other processors have one each
  double cost_spread = 0;                             ///< a processor's CPU times may be so much more, or less
};

/// One thing that a processor does. `amount` is CPU time in seconds, or bytes.
struct Step {
  enum class Kind { compute, send, receive } kind;
  double amount = 0;
  int partner = -1;
  int tag = 0;  ///< a receive takes the first message from its partner that has its tag
  int operation =
      0;  ///< other than 0: goes on beside the neighbouring steps of other such operations, whose tags differ
};

/// When each processor has done its steps, one after the other, if all start at 0. ConcurrentOperations of steps that
/// follow each other are all open at a time: of the messages that they wait for the one that has come first is taken
/// first, and what several processors send in them at a time shares the receiver's link.
///
/// A send takes CPU time and goes on alone: its bytes pass the sender's link and the receiver's, each of which carries
/// one message after the other. A receive waits for the message, wakes up, and takes CPU time, while the message still
/// arrives if the processor is waiting; who waits for less than a wake takes does not sleep. Long messages, of more
/// than eager_bytes, set out when the receiver waits for something and the sender next sends or waits, as MPI's do.
///
/// A quota stops a processor that has used its burst up until the next period. Processors that share cores go on where
/// they were before they slept, or, if that core is busy, on one that is idle; and after such a stop where they are
/// done first.
///
/// @param steps   shape [p]; every receive has its send.
/// @param rested  whether all have slept until the start: they wake up first, and bursts are unused. Otherwise links
///                have spent theirs, and the quotas' periods do not begin together.
/// @param seed    of which of the shared cores each processor begins on, and by how much its CPU times differ.
/// @return        seconds, shape [p]; infinity for a processor that waits for ever.
/// Cost: O((S + T) log p) for S steps in all, and T turns, each a quota or a millisecond of work, on shared cores.
std::vector<double> replay(const std::vector<std::vector<Step>>& steps, const Platform& platform, bool rested = true,
                           unsigned seed = 0);

/// Messages up to this length need no agreement with the receiver: Open MPI's 64 KiB over TCP, less its header.
inline constexpr double eager_bytes = 65536 - 64;

}  // namespace uneven::simulate
