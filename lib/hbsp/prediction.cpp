// SPDX-License-Identifier: MIT
#include "hbsp/prediction.hpp"

#include <algorithm>
#include <set>
#include <span>

#include "base/number.hpp"
#include "hbsp/cost.hpp"
#include "hbsp/exchange.hpp"
#include "hbsp/matmul.hpp"
#include "hbsp/schedule.hpp"
#include "speeds/derived.hpp"

namespace uneven::hbsp {

using document::HbspMatmul;

std::vector<double> speeds_in(const HbspMatmul& plan, const document::Speeds& speeds) {
  std::vector<double> speed = speeds_of(plan.cluster);
  for (const document::MatrixPart& part : plan.rectangles) {
    speed[part.processor] = speeds::speed_at(speeds.processors[part.processor],
                                             static_cast<double>(part.cells()) * static_cast<double>(plan.panel));
  }
  return speed;
}

namespace {

std::vector<std::int64_t> working_in(const HbspMatmul& plan) {
  std::vector<std::int64_t> working;
  for (const document::MatrixPart& part : plan.rectangles) working.push_back(part.processor);
  return working;
}

double load(const Traffic& traffic) { return std::max(traffic.sent, traffic.received); }

/// The load of the busiest link, in s. Where processors share hosts, those between hosts and inside them are apart, and
/// a host's card carries what all its processors send to others.
double busiest_link_s(const HbspMatmul& plan, const document::Speeds& speeds, double element_bytes) {
  const document::NetworkSpeeds& network = *speeds.network;
  const double element_s = network.gap_s_per_byte * element_bytes;
  double longest = 0;
  const auto all = traffic(plan);
  if (!document::has_two_levels(network)) {
    for (const Traffic& one : all) longest = std::max(longest, element_s * load(one));
    return longest;
  }
  const std::vector<int> host = document::host_numbers(speeds);
  const auto within = traffic_within_hosts(plan, host);
  const double within_element_s = speeds::within_host(network).gap_s_per_byte * element_bytes;
  std::vector<Traffic> card(all.size());  // by host
  for (std::size_t p = 0; p < all.size(); ++p) {
    const Traffic between{all[p].sent - within[p].sent, all[p].received - within[p].received, 0};
    Traffic& of_host = card[static_cast<std::size_t>(host[p])];
    of_host.sent += between.sent;
    of_host.received += between.received;
    longest = std::max({longest, element_s * load(between), within_element_s * load(within[p])});
  }
  const double card_element_s = network.host_gap_s_per_byte.value_or(network.gap_s_per_byte) * element_bytes;
  for (const Traffic& one : card) longest = std::max(longest, card_element_s * load(one));
  return longest;
}

/// One latency for each panel: inside a host, if only one has blocks.
double latencies_s(const HbspMatmul& plan, const document::Speeds& speeds) {
  const document::NetworkSpeeds& network = *speeds.network;
  double latency_s = network.latency_s;
  if (plan.rectangles.size() == 1) latency_s = 0;
  if (document::has_two_levels(network)) {
    const std::vector<int> host = document::host_numbers(speeds);
    std::set<int> hosts;
    for (const std::int64_t p : working_in(plan)) hosts.insert(host[static_cast<std::size_t>(p)]);
    if (hosts.size() == 1) latency_s = std::min(latency_s, speeds::within_host(network).latency_s);
  }
  return latency_s * static_cast<double>(panels(plan).size());
}

}  // namespace

bool predict_seconds(HbspMatmul& plan, const document::Speeds& all, Replay replay) {
  std::optional<document::Speeds> of_fewer;
  if (!plan.left_out.empty()) of_fewer = speeds::among_fewer(all, working_in(plan));
  const document::Speeds& speeds = of_fewer ? *of_fewer : all;
  const std::int64_t element_bytes = element_bytes_of(speeds.kernel_options);
  const std::vector<double> speed = speeds_in(plan, speeds);
  plan.predicted.compute_s =
      finite(std::ranges::max(busy_seconds(plan, speed, message_costs(speeds))), "predicted compute_s");
  if (!speeds.network) return false;
  const double link_s = busiest_link_s(plan, speeds, static_cast<double>(element_bytes));
  plan.predicted.communication_s = finite(link_s + latencies_s(plan, speeds), "predicted communication_s");
  plan.predicted.seconds.reset();
  if (replay == Replay::allowed && (has_quotas(speeds) || document::has_two_levels(*speeds.network)))
    plan.predicted.seconds = replayed_seconds(plan, speed, speeds, element_bytes);
  const bool replayed = plan.predicted.seconds.has_value();
  if (!replayed) plan.predicted.seconds = predicted_seconds(plan);
  finite(*plan.predicted.seconds, "predicted seconds");
  return replayed;
}

std::optional<double> predicted_seconds(const HbspMatmul& plan) {
  const auto& predicted = plan.predicted;
  if (predicted.seconds) return predicted.seconds;
  if (!predicted.compute_s || !predicted.communication_s) return {};
  const auto order = panels(plan);
  const auto part = [&](std::int64_t lines) {
    return static_cast<double>(lines) / static_cast<double>(plan.size.inner);
  };
  return std::max(*predicted.compute_s + part(order.front().count) * *predicted.communication_s,
                  *predicted.communication_s + part(order.back().count) * *predicted.compute_s);
}

}  // namespace uneven::hbsp
