#include "cluster/endpoints.hpp"

#include <algorithm>

namespace uneven::cluster {

std::vector<Endpoint> endpoints_of(const document::Speeds& speeds) {
  std::vector<Endpoint> endpoints;
  for (const auto& processor : speeds.processors) {
    Endpoint endpoint;
    endpoint.share = processor.cpu_share.value_or(1);
    endpoint.burst_s = processor.cpu_burst_s.value_or(endpoint.burst_s);
    endpoint.message_s = processor.message_s ? *processor.message_s * endpoint.share : speeds.network->message_s;
    endpoint.byte_s = processor.byte_s.value_or(0) * endpoint.share;
    endpoints.push_back(endpoint);
  }
  return endpoints;
}

Network network_of(const document::NetworkSpeeds& network) {
  return {std::max(0.0, network.latency_s - 2 * network.message_s), network.gap_s_per_byte,
          network.burst_bytes.value_or(0), network.burst_gap_s_per_byte.value_or(0), network.wake_s.value_or(0)};
}

}  // namespace uneven::cluster
