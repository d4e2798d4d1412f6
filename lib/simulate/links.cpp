#include "simulate/links.hpp"

#include <algorithm>

namespace uneven::simulate {

namespace {

Link link_of(const Network& network, bool rested) {
  if (network.burst_bytes == 0) return {1, never, rested};
  return {network.burst_gap_s_per_byte / network.gap_s_per_byte, network.burst_bytes * network.burst_gap_s_per_byte,
          rested};
}

}  // namespace

Links::Links(const Network& network, std::size_t processors, bool rested)
    : network_(network),
      full_gap_(network.burst_bytes > 0 ? network.burst_gap_s_per_byte : network.gap_s_per_byte),
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
