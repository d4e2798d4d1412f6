// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "simulate/replay.hpp"

namespace uneven::simulate {

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

/// A message under way. Times in s.
struct Transfer {
  int from, to, tag;
  double bytes;
  bool concurrent;                      ///< sent by a step of an operation
  double ready;                         ///< end of its send's start-up; if held: once its receiver waits, too
  double leaves = never, left = 0;      ///< first and last byte leave the sender
  double begins = never, ends = never;  ///< first and last byte arrive; never: not yet known
  bool burst = false;                   ///< passes both links at the burst rate
};

/// The links of all processors to a network, one for each way.
class Links {
 public:
  /// @param network  must outlive this.
  Links(const Network& network, std::size_t processors, bool rested);

  /// The time at which the sender's outgoing link has passed all messages given to it.
  double free_at(int sender) const { return out_[static_cast<std::size_t>(sender)].free_at(); }

  /// Passes a message over its sender's link. @param written  the time at which the sender has written its last byte.
  void leave(Transfer& message, double earliest, double written);

  /// Passes a message over its receiver's link, after leave().
  void arrive(Transfer& message);

 private:
  const Network& network_;
  double full_gap_;
  std::vector<Link> out_, in_;
};

}  // namespace uneven::simulate
