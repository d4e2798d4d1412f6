// SPDX-License-Identifier: MIT
#include "simulate/links.hpp"

#include <algorithm>

namespace uneven::simulate {

namespace {

Link link_of(const Network& network, bool rested) {
  if (network.bucket_bytes == 0) return {1, never, rested};
  return {network.burst_gap_s_per_byte / network.gap_s_per_byte, network.bucket_bytes * network.burst_gap_s_per_byte,
          rested};
}

}  // namespace

Link::Link(double share, double burst_s, bool rested) : share_(share), most_(burst_s), left_(rested ? burst_s : 0) {}

double Link::pass(double start, double seconds) {
  start = std::max(start, now_);
  left_ = left_at(start);
  const double spent_at = share_ < 1 ? left_ / (1 - share_) : never;
  if (seconds <= spent_at) {
    if (share_ < 1) left_ -= seconds * (1 - share_);
    now_ = start + seconds;
  } else {
    left_ = 0;
    now_ = start + spent_at + (seconds - spent_at) / share_;
  }
  return now_;
}

bool Link::bursts(double start, double seconds) const {
  return share_ < 1 && seconds * (1 - share_) <= left_at(std::max(start, now_));
}

double Link::left_at(double start) const { return std::min(most_, left_ + share_ * (start - now_)); }

Links::Links(const Network& network, std::size_t processors, bool rested)
    : network_(network),
      full_gap_(network.bucket_bytes > 0 ? network.burst_gap_s_per_byte : network.gap_s_per_byte),
      out_(processors, link_of(network, rested)),
      in_(out_) {}

void Links::leave(Transfer& message, double earliest, double written) {
  const double seconds = message.bytes * full_gap_;
  Link& out = out_[static_cast<std::size_t>(message.from)];
  message.leaves = std::max(earliest, out.free_at());
  message.burst = out.bursts(message.leaves, seconds);
  message.left = std::max(out.pass(message.leaves, seconds), written);
}

void Links::arrive(Transfer& message) {
  const double seconds = message.bytes * full_gap_;
  Link& in = in_[static_cast<std::size_t>(message.to)];
  message.begins = std::max(message.leaves + network_.latency_s, in.free_at());
  message.burst = message.burst && in.bursts(message.begins, seconds);
  message.ends = std::max(in.pass(message.begins, seconds), message.left + network_.latency_s);
}

}  // namespace uneven::simulate
