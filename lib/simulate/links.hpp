// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "simulate/replay.hpp"

namespace uneven::simulate {

/// A token bucket: bytes pass faster while its burst lasts, which refills at the link's long-run rate.
class Link {
 public:
  Link(double share, double burst_s, bool rested);

  /// @param start    bytes do not pass before those of the last message.
  /// @param seconds  at the rate of a burst.
  /// @return         when they have passed.
  double pass(double start, double seconds);

  /// Whether a message passes in the burst.
  bool bursts(double start, double seconds) const;

  double free_at() const { return now_; }

 private:
  double left_at(double start) const;

  double share_, most_, left_;
  double now_ = 0;
};

/// A message on its way.
struct Transfer {
  int from, to, tag;
  double bytes;
  bool concurrent;
  double ready;                         ///< when both ends know of it
  double leaves = never, left = 0;      ///< its sender
  double begins = never, ends = never;  ///< its arrival; never: it is not there yet
  bool burst = false;                   ///< passes in bursts
};

/// The links of all processors to a network, one for each way.
class Links {
 public:
  /// @param network  must outlive this.
  Links(const Network& network, std::size_t processors, bool rested);

  /// When the sender's link has passed what it was given.
  double free_at(int sender) const { return out_[static_cast<std::size_t>(sender)].free_at(); }

  /// Passes a message over its sender's link. @param written  when its sender has handed on its last byte.
  void leave(Transfer& message, double earliest, double written);

  /// Passes it over its receiver's.
  void arrive(Transfer& message);

 private:
  const Network& network_;
  double full_gap_;
  std::vector<Link> out_, in_;
};

}  // namespace uneven::simulate
