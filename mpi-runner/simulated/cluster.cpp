// SPDX-License-Identifier: MIT
#include "simulated/cluster.hpp"

#include <exception>
#include <map>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/foreign_text.hpp"

namespace uneven::simulated {

namespace {

namespace s4u = simgrid::s4u;

/// Speed of a simulated processor in "flop/s", which nothing asks for: work is declared in seconds.
constexpr double any_speed = 1e9;
/// Where a document has no gap, messages take no time for their bytes; SimGrid has no unlimited links.
constexpr double most_bytes_per_s = 1e15;

std::string host_of(const document::Speeds& speeds, std::size_t rank) {
  return speeds.processors[rank].host.value_or("processor-" + std::to_string(rank));
}

/// All hosts around one switch.
void make_network(const document::Speeds& speeds, const simulate::Network& network) {
  using Link = s4u::Link;
  const double rate = network.gap_s_per_byte > 0 ? 1 / network.gap_s_per_byte : most_bytes_per_s;
  std::map<std::string, int> ranks;
  for (std::size_t rank = 0; rank < speeds.processors.size(); ++rank) ++ranks[host_of(speeds, rank)];
  s4u::NetZone* const zone = s4u::create_star_zone("cluster");
  for (const auto& [name, count] : ranks) {
    s4u::Host* const host = zone->create_host(name, any_speed)->set_core_count(count)->seal();
    const auto* card = zone->create_split_duplex_link(name + "-card", rate)->set_latency(network.latency_s / 2)->seal();
    const auto* memory = zone->create_link(name + "-memory", rate)->set_latency(network.latency_s);
    const_cast<Link*>(memory)->set_sharing_policy(Link::SharingPolicy::FATPIPE)->seal();
    auto* const point = host->get_netpoint();
    zone->add_route(point, nullptr, nullptr, nullptr, {{card, s4u::LinkInRoute::Direction::UP}}, false);
    zone->add_route(nullptr, point, nullptr, nullptr, {{card, s4u::LinkInRoute::Direction::DOWN}}, false);
    zone->add_route(point, point, nullptr, nullptr, {{memory, s4u::LinkInRoute::Direction::NONE}}, false);
  }
  zone->seal();
}

void load(s4u::Engine& engine, const std::string& platform) {
  read_file(platform);  // SimGrid would not say why it cannot
  try {
    engine.load_platform(platform);
  } catch (const std::exception& fault) {
    throw InputError(platform + ": " + cleaned(fault.what()));
  }
}

}  // namespace

void configure_simulator() {
  for (const char* setting :
       {"network/model:CM02", "network/latency-factor:1", "network/bandwidth-factor:1", "network/weight-S:0",
        "network/TCP-gamma:1e15", "network/crosstraffic:0", "contexts/stack-size:256"})
    s4u::Engine::set_config(setting);
}

Cluster make_cluster(s4u::Engine& engine, document::Speeds speeds, simulate::Messages messages,
                     const std::string& platform) {
  if (!speeds.network)
    throw InputError("/network: was not measured; expected latency_s and gap_s_per_byte, as make-cluster --network");
  Cluster cluster{std::move(speeds), {}, {}, {}};
  cluster.platform = simulate::platform_of(cluster.speeds, messages);
  if (platform.empty())
    make_network(cluster.speeds, cluster.platform.network);
  else
    load(engine, platform);
  for (std::size_t rank = 0; rank < cluster.speeds.processors.size(); ++rank) {
    const std::string name = host_of(cluster.speeds, rank);
    cluster.hosts.push_back(engine.host_by_name_or_null(name));
    if (!cluster.hosts.back())
      throw InputError(platform + ": has no host '" + shown(name) + "', where rank " + std::to_string(rank) + " is");
  }
  cluster.actors.resize(cluster.hosts.size());
  return cluster;
}

}  // namespace uneven::simulated
