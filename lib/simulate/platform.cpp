// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "simulate/pricing.hpp"
#include "simulate/shared_host/cores.hpp"
#include "speeds/derived.hpp"

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
  const document::NetworkSpeeds within = speeds::within_host(network);
  Hosts hosts{document::host_numbers(speeds), endpoints, 0, 0, 0};
  if (network.within_host && network.within_host->message_s)
    for (Endpoint& endpoint : hosts.endpoints)
      endpoint.send_overhead_s = endpoint.message_s = endpoint.recv_overhead_s = within.message_s * endpoint.share;
  hosts.latency_s = std::max(0.0, within.latency_s - 2 * within.message_s);
  hosts.gap_s_per_byte = within.gap_s_per_byte;
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

class OwnCores : public CpuTime {
 public:
  explicit OwnCores(const Platform& platform)
      : wakeup_s_(platform.network.wakeup_s), free_at_(platform.endpoints.size(), 0) {}

  double work(int processor, double start, double seconds) override {
    if (!(seconds < never)) refuse_time();
    double& free_at = free_at_[static_cast<std::size_t>(processor)];
    free_at = std::max(start, free_at) + seconds;
    return free_at;
  }
  double awake(int, double start) override { return start + wakeup_s_; }
  bool shares_cores(int) const override { return false; }
  void find_place(int, double) override {}

 private:
  double wakeup_s_;
  std::vector<double> free_at_;
};

bool is_shared(const Platform& platform) {
  return !platform.shared_cores.empty() || platform.cost_spread > 0 ||
         std::ranges::any_of(platform.endpoints,
                             [](const Endpoint& endpoint) { return endpoint.share < 1 || endpoint.spread > 0; });
}

}  // namespace

std::unique_ptr<CpuTime> cpu_time_on(const Platform& platform, bool rested, unsigned seed) {
  if (is_shared(platform)) return std::make_unique<CoreScheduler>(platform, rested, seed);
  return std::make_unique<OwnCores>(platform);
}

void refuse_time() { throw InputError("a predicted time is too long for a number; are the measured ones right?"); }

}  // namespace uneven::simulate
