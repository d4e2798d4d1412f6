#include "cluster/platform.hpp"

#include <algorithm>

namespace uneven::cluster {

namespace {

Endpoint endpoint_of(const document::MeasuredProcessor& processor, const document::NetworkSpeeds& network,
                     bool at_once) {
  Endpoint endpoint;
  endpoint.share = processor.cpu_share.value_or(1);
  endpoint.burst_s = processor.cpu_burst_s.value_or(endpoint.burst_s);
  endpoint.message_s = processor.message_s ? *processor.message_s * endpoint.share : network.message_s;
  endpoint.arrived_s = processor.arrived_s ? *processor.arrived_s * endpoint.share : endpoint.message_s;
  const double byte_s = processor.waited_byte_s.value_or(processor.byte_s.value_or(0)) * endpoint.share;
  endpoint.sent_byte_s = processor.sent_byte_s ? *processor.sent_byte_s * endpoint.share : byte_s;
  endpoint.byte_s = std::max(0.0, 2 * byte_s - endpoint.sent_byte_s);
  endpoint.burst_byte_s = byte_s;
  if (at_once && processor.burst_byte_s) endpoint.burst_byte_s = *processor.burst_byte_s * endpoint.share;
  return endpoint;
}

Network network_of(const document::NetworkSpeeds& network) {
  return {std::max(0.0, network.latency_s - 2 * network.message_s), network.gap_s_per_byte,
          network.burst_bytes.value_or(0), network.burst_gap_s_per_byte.value_or(0), network.wake_s.value_or(0)};
}

}  // namespace

Platform platform_of(const document::Speeds& speeds, bool at_once) {
  Platform platform{{}, network_of(*speeds.network)};
  for (const auto& processor : speeds.processors)
    platform.endpoints.push_back(endpoint_of(processor, *speeds.network, at_once));
  if (at_once)
    platform.shared_cores = speeds.shared_cores;
  else
    platform.network.wake_s = 0;
  return platform;
}

}  // namespace uneven::cluster
