// SPDX-License-Identifier: MIT
#include "simulate/platform.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace uneven::simulate {

namespace {

/// Relative spread of CPU times of processors that share cores and caches, as seen between measurements minutes apart.
constexpr double shared_cost_spread = 0.15;

/// The cost of receiving. @param mean  the mean of the costs of sending and receiving.
double to_receive(double mean, double to_send) { return std::max(0.0, 2 * mean - to_send); }

Endpoint endpoint_of(const document::MeasuredProcessor& processor, const document::NetworkSpeeds& network,
                     Messages messages) {
  Endpoint endpoint;
  endpoint.share = processor.cpu_share.value_or(1);
  if (processor.cpu_share) endpoint.burst_s = processor.cpu_burst_s.value_or(0);
  const auto on_core = [&](const std::optional<double>& seconds, double otherwise) {
    return seconds ? *seconds * endpoint.share : otherwise;
  };
  const double message_s = on_core(processor.message_s, network.message_s);
  // cold_message_s is a mean over one send and one receive, and only the first of the two is cold: hence twice.
  if (messages == Messages::between_work && processor.message_s)
    endpoint.after_work_s = 2 * std::max(0.0, on_core(processor.cold_message_s, message_s) - message_s);
  endpoint.send_overhead_s = on_core(processor.send_overhead_s, message_s);
  endpoint.message_s = to_receive(message_s, endpoint.send_overhead_s);
  endpoint.recv_overhead_s = on_core(processor.recv_overhead_s, message_s);
  const double byte_s = processor.waited_byte_s.value_or(processor.byte_s.value_or(0)) * endpoint.share;
  endpoint.sent_byte_s = on_core(processor.sent_byte_s, byte_s);
  endpoint.byte_s = to_receive(byte_s, endpoint.sent_byte_s);
  if (messages == Messages::between_work && processor.waited_byte_s && processor.byte_s)
    endpoint.arrived_byte_s = to_receive(*processor.byte_s * endpoint.share, endpoint.sent_byte_s);
  endpoint.burst_byte_s = endpoint.byte_s;
  if (messages == Messages::at_one_moment && processor.burst_byte_s)
    endpoint.burst_byte_s = to_receive(*processor.burst_byte_s * endpoint.share, endpoint.sent_byte_s);
  return endpoint;
}

/// Relative standard deviation of one repeat, from relative_error, the 95 % interval of the mean of all repeats.
double spread_of(const document::MeasuredProcessor& processor) {
  constexpr double deviations = 2;
  const auto repeats = static_cast<double>(processor.repeats.value_or(1));
  return processor.relative_error.value_or(0) * std::sqrt(repeats) / deviations;
}

Hosts hosts_of(const document::Speeds& speeds, const std::vector<Endpoint>& endpoints) {
  const document::NetworkSpeeds& network = *speeds.network;
  const document::WithinHost within = network.within_host.value_or(document::WithinHost{});
  const double message_s = within.message_s.value_or(network.message_s);
  Hosts hosts{document::host_numbers(speeds), endpoints, 0, 0, 0};
  if (within.message_s)
    for (Endpoint& endpoint : hosts.endpoints)
      endpoint.send_overhead_s = endpoint.message_s = endpoint.recv_overhead_s = message_s * endpoint.share;
  hosts.latency_s = std::max(0.0, within.latency_s.value_or(network.latency_s) - 2 * message_s);
  hosts.gap_s_per_byte = within.gap_s_per_byte.value_or(network.gap_s_per_byte);
  hosts.card_gap_s_per_byte = network.host_gap_s_per_byte.value_or(network.gap_s_per_byte);
  return hosts;
}

Network network_of(const document::NetworkSpeeds& network) {
  return {std::max(0.0, network.latency_s - 2 * network.message_s), network.gap_s_per_byte,
          network.bucket_bytes.value_or(0), network.burst_gap_s_per_byte.value_or(0), network.wakeup_s.value_or(0)};
}

}  // namespace

Platform platform_of(const document::Speeds& speeds, Messages messages) {
  Platform platform{{}, network_of(*speeds.network)};
  for (const auto& processor : speeds.processors)
    platform.endpoints.push_back(endpoint_of(processor, *speeds.network, messages));
  if (document::has_two_levels(*speeds.network)) platform.hosts = hosts_of(speeds, platform.endpoints);
  platform.shared_cores = speeds.shared_cores;
  if (messages == Messages::between_work)
    platform.network.wakeup_s = 0;
  else if (!speeds.shared_cores.empty())
    platform.cost_spread = shared_cost_spread;
  return platform;
}

Platform unsteady_platform_of(const document::Speeds& speeds) {
  Platform platform = platform_of(speeds, Messages::between_work);
  for (std::size_t p = 0; p < platform.endpoints.size(); ++p)
    platform.endpoints[p].spread = spread_of(speeds.processors[p]);
  return platform;
}

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

Links::Links(const Platform& platform, bool rested)
    : platform_(platform),
      full_gap_(platform.network.bucket_bytes > 0 ? platform.network.burst_gap_s_per_byte
                                                  : platform.network.gap_s_per_byte) {
  const auto pair = [&](std::size_t count, const Link& link) {
    const std::vector<Link> links(count, link);
    return Pair{links, links};
  };
  const std::size_t processors = platform.endpoints.size();
  network_ = pair(processors, link_of(platform.network, rested));
  if (!platform.hosts) return;
  within_ = pair(processors, {1, never, rested});
  cards_ = pair(static_cast<std::size_t>(std::ranges::max(platform.hosts->of)) + 1, {1, never, rested});
}

double Links::gap_of(const Transfer& message) const {
  return platform_.together(message.from, message.to) ? platform_.hosts->gap_s_per_byte : full_gap_;
}

double Links::latency_s(const Transfer& message) const {
  return platform_.together(message.from, message.to) ? platform_.hosts->latency_s : platform_.network.latency_s;
}

double Links::free_at(const Transfer& message) const {
  if (!platform_.hosts) return network_.out[index(message.from)].free_at();
  if (platform_.together(message.from, message.to)) return within_.out[index(message.from)].free_at();
  return std::max(network_.out[index(message.from)].free_at(), cards_.out[card(message.from)].free_at());
}

void Links::leave(Transfer& message, double earliest, double written) {
  const double seconds = message.bytes * gap_of(message);
  const bool within = platform_.together(message.from, message.to);
  Link& out = (within ? within_ : network_).out[index(message.from)];
  message.leaves = std::max(earliest, free_at(message));
  message.burst = out.bursts(message.leaves, seconds);
  message.left = std::max(out.pass(message.leaves, seconds), written);
  if (!platform_.hosts || within) return;
  const double on_card = message.bytes * platform_.hosts->card_gap_s_per_byte;
  message.left = std::max(message.left, cards_.out[card(message.from)].pass(message.leaves, on_card));
}

void Links::arrive(Transfer& message) {
  const double seconds = message.bytes * gap_of(message), latency = latency_s(message);
  const bool within = platform_.together(message.from, message.to), by_card = platform_.hosts && !within;
  Link& in = (within ? within_ : network_).in[index(message.to)];
  message.begins = std::max(message.leaves + latency, in.free_at());
  if (by_card) message.begins = std::max(message.begins, cards_.in[card(message.to)].free_at());
  message.burst = message.burst && in.bursts(message.begins, seconds);
  message.ends = std::max(in.pass(message.begins, seconds), message.left + latency);
  if (!by_card) return;
  const double on_card = message.bytes * platform_.hosts->card_gap_s_per_byte;
  message.ends = std::max(message.ends, cards_.in[card(message.to)].pass(message.begins, on_card));
}

}  // namespace uneven::simulate
