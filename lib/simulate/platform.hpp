// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "document/speeds.hpp"
#include "simulate/channels.hpp"
#include "simulate/replay.hpp"

namespace uneven::simulate {

/// The situation in which messages are sent.
/// at_one_moment: after a rest. Processors wake up together and compete for cores; links have full bursts.
/// between_work: in the long run, between work. Waking up is free, and the first message after work takes longer.
enum class Messages { at_one_moment, between_work };

/// The platform of a replay, from measured speeds. A processor with its own measured message costs gets those; any
/// other gets the network's cost of a message, and no cost per byte. The latency is the measured one less the CPU time
/// of a message at both ends, which measure-speeds includes.
/// @param speeds  with a network.
Platform platform_of(const document::Speeds& speeds, Messages messages);

/// The same platform between work, with noise: the speed of each processor varies between periods of noise as much as
/// between the repeats of its measurement. For processors that wait for the slowest in every iteration.
Platform unsteady_platform_of(const document::Speeds& speeds);

/// Tells whether the code and data of the next message have left the caches (a cold message). Work since the last
/// message evicts them if it takes at least as long as fetching them again; a few additions do not.
class AfterWork {
 public:
  void work(double seconds) { since_message_s_ += seconds; }

  /// @return  extra CPU time of the next message if it is cold, in s; 0 if it is not.
  double message(const Endpoint& endpoint) {
    return std::exchange(since_message_s_, 0) >= endpoint.after_work_s ? endpoint.after_work_s : 0;
  }

 private:
  double since_message_s_ = 0;
};

/// A link with a token bucket: bytes pass at the burst rate until the bucket is empty, then at the long-run rate. The
/// bucket refills at the long-run rate.
///
/// `share`: long-run rate over burst rate. `burst_s`: seconds at the burst rate that a full bucket pays for.
class Link {
 public:
  Link(double share, double burst_s, bool rested);

  /// @param start    earliest start; bytes wait until those of the previous message have passed.
  /// @param seconds  duration at the burst rate.
  /// @return         the time at which all bytes have passed.
  double pass(double start, double seconds);

  /// Whether a whole message passes at the burst rate; false for a link without a bucket.
  bool bursts(double start, double seconds) const;

  double free_at() const { return now_; }

 private:
  double left_at(double start) const;

  double share_, most_, left_;
  double now_ = 0;
};

/// The links of all processors to the network, one for each way, and the cards of hosts that several share.
class Links {
 public:
  /// @param platform  must outlive this.
  Links(const Platform& platform, bool rested);

  /// The time at which the sender's outgoing link has passed all messages given to it.
  double free_at(const Transfer& message) const;

  /// Passes a message over its sender's link. @param written  the time at which the sender has written its last byte.
  void leave(Transfer& message, double earliest, double written);

  /// Passes a message over its receiver's link, after leave().
  void arrive(Transfer& message);

  /// Transit time of an empty message.
  double latency_s(const Transfer& message) const;

 private:
  /// Links for each way.
  struct Pair {
    std::vector<Link> out, in;
  };
  double gap_of(const Transfer& message) const;
  std::size_t card(int processor) const { return static_cast<std::size_t>(platform_.hosts->of[index(processor)]); }
  static std::size_t index(int processor) { return static_cast<std::size_t>(processor); }

  const Platform& platform_;
  double full_gap_;
  Pair network_, within_, cards_;  ///< by processor; by processor, inside hosts; by host
};

}  // namespace uneven::simulate
