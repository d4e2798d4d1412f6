// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "document/speeds.hpp"

namespace uneven::simulate {

/// Later than everything.
inline constexpr double never = std::numeric_limits<double>::infinity();

/// Costs of the network, the same between any two hosts.
struct Network {
  double latency_s = 0;             ///< transit time of an empty message
  double gap_s_per_byte = 0;        ///< g of a link in the long run, for each direction
  double bucket_bytes = 0;          ///< size of a link's token bucket: bytes that a rested link passes faster; 0: none
  double burst_gap_s_per_byte = 0;  ///< g of a link while its bucket lasts
  double wakeup_s = 0;              ///< from the arrival of a message until its sleeping receiver runs
};

/// Costs of messages to a processor, in s of CPU time, and its use of its core.
struct Endpoint {
  double send_overhead_s = 0;                                ///< to send a message
  double message_s = 0;                                      ///< to receive a message for which it has slept
  double recv_overhead_s = 0;                                ///< to receive a message without sleeping
  double after_work_s = 0;                                   ///< extra, for the first message after work
  double sent_byte_s = 0;                                    ///< for each byte sent
  double byte_s = 0;                                         ///< for each byte received while it waits
  std::optional<double> arrived_byte_s{};                    ///< for each byte of a message already there, if different
  double burst_byte_s = 0;                                   ///< in place of byte_s, for messages at the burst rate
  double share = 1;                                          ///< share of a core in the long run, in (0, 1]
  double burst_s = std::numeric_limits<double>::infinity();  ///< quota: CPU time per period at full speed
  double spread = 0;                                         ///< of its speed among noise periods: deviation / mean
};

/// Processors that share hosts. Each host has one card, through which messages to other hosts pass.
struct Hosts {
  std::vector<int> of;              ///< number of each processor's host, from 0; shape [p]
  std::vector<Endpoint> endpoints;  ///< costs of messages between processors of one host, shape [p]
  double latency_s = 0;             ///< transit time of an empty message between processors of one host
  double gap_s_per_byte = 0;        ///< g of such messages, for each processor and direction
  double card_gap_s_per_byte = 0;   ///< g of a card, for each direction
};

struct Platform {
  std::vector<Endpoint> endpoints;  ///< shape [p]
  Network network;
  std::vector<document::SharedCores> shared_cores{};  ///< processors not listed have a core each
  double cost_spread = 0;                             ///< greatest relative deviation of a processor's CPU times
  std::optional<Hosts> hosts{};                       ///< absent: each processor has a host of its own

  /// Whether two processors share a host.
  bool together(int one, int other) const {
    return hosts && hosts->of[static_cast<std::size_t>(one)] == hosts->of[static_cast<std::size_t>(other)];
  }
  /// What messages with `partner` cost a processor.
  const Endpoint& endpoint(int processor, int partner) const {
    return (together(processor, partner) ? hosts->endpoints : endpoints)[static_cast<std::size_t>(processor)];
  }
};

/// One step of a processor. `amount`: CPU seconds to compute, or bytes to send or receive.
struct Step {
  enum class Kind {
    compute,
    send,
    receive,
    finish  ///< waits until the operation is done
  } kind;
  double amount = 0;
  int partner = -1;
  int tag = 0;        ///< a receive takes the first message from its partner that has its tag
  int operation = 0;  ///< not 0: number of the step's operation; those that are under way together differ
};

/// The time at which each processor has done its steps, if all start at 0. A processor does its steps in order.
/// Steps of one operation, which follow each other, only begin there: they are done beside the steps after them, up to
/// the step that finishes the operation. Operations go on after each other step, as far as their messages have arrived,
/// and whenever the processor waits; it takes their messages in order of arrival.
///
/// Send: takes the sender's CPU time; then the bytes pass the sender's link and the receiver's without either
/// processor. A sender's link is shared equally by the processors to which it has something to send, and a receiver's
/// by those that send to it; each carries one message of a pair at a time. Links with token buckets, and those inside
/// hosts, carry one message at a time. Between hosts of several processors, the bytes pass the cards of both hosts,
/// too; inside a host, only the links that the processors have there. Receive: waits for the message, wakes up, and
/// takes CPU time; a waiting receiver copies bytes while they arrive. A wait shorter than wakeup_s is spent awake.
/// Rendezvous: a message longer than eager_bytes leaves when its receiver waits for any message and its sender sends or
/// waits, as in MPI.
///
/// A quota stops a processor that has used its burst until the next period. On shared cores, a processor that wakes up
/// stays on its former core, or moves to an idle one if that core is busy; after a quota's stop it takes the core on
/// which it is done first.
///
/// @param steps   shape [p]; every receive has its send.
/// @param rested  true: all sleep until the start, so that they wake up first and bursts are unused. False: the links'
///                buckets are empty, and the quotas' periods begin at different times.
/// @param seed    draws each processor's first core among the shared ones, and the deviation of its CPU times.
/// @return        seconds, shape [p]; infinity for a processor that waits for ever.
/// Cost: O((S + T) log p) for S steps in all, and T turns, each a quota or a millisecond of work, on shared cores.
std::vector<double> replay(const std::vector<std::vector<Step>>& steps, const Platform& platform, bool rested = true,
                           unsigned seed = 0);

/// Steps of a processor in blocks, done one after the other. A block may occur several times.
using Blocks = std::vector<std::span<const Step>>;

/// The same for steps in blocks.
/// @param blocks  shape [p]; as many for each processor, which must outlive the call. None for one left out.
/// @return        the time at which the last processor has done its block, shape [blocks].
std::vector<double> replay_blocks(const std::vector<Blocks>& blocks, const Platform& platform, bool rested = true);

/// Eager limit: messages up to this length leave without waiting for the receiver. Open MPI's 64 KiB over TCP, less its
/// header.
inline constexpr double eager_bytes = 65536 - 64;

}  // namespace uneven::simulate
