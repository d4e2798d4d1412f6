// SPDX-License-Identifier: MIT
#include "simulated/cluster.hpp"

#include <algorithm>
#include <exception>
#include <map>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/text.hpp"

namespace uneven::simulated {

namespace {

namespace s4u = simgrid::s4u;

/// Speed of a simulated processor in "flop/s", which nothing asks for: work is declared in seconds.
constexpr double any_speed = 1e9;
/// Where a document has no gap, messages take no time for their bytes; SimGrid has no unlimited links.
constexpr double most_bytes_per_s = 1e15;

double rate_of(double gap_s_per_byte) { return std::min(most_bytes_per_s, 1 / gap_s_per_byte); }

/// All hosts around one switch. Links have no latency here, see Cluster::latency_s().
void make_network(const document::Speeds& speeds, const simulate::Platform& platform) {
  using Link = s4u::Link;
  const double gap = platform.network.gap_s_per_byte;
  const double card_gap = platform.hosts ? platform.hosts->card_gap_s_per_byte : gap;
  const double memory_gap = platform.hosts ? platform.hosts->gap_s_per_byte : gap;
  std::map<std::string, int> ranks;
  for (std::size_t rank = 0; rank < speeds.processors.size(); ++rank) ++ranks[host_of(speeds, rank)];
  s4u::NetZone* const zone = s4u::create_star_zone("cluster");
  const auto each_alone = [&](const std::string& link, double gap_s_per_byte) {  // its rate is for each message
    s4u::Link* const made = zone->create_link(link, rate_of(gap_s_per_byte));
    made->set_sharing_policy(Link::SharingPolicy::FATPIPE)->seal();
    return made;
  };
  for (const auto& [name, count] : ranks) {
    s4u::Host* const host = zone->create_host(name, any_speed)->set_core_count(count)->seal();
    const auto* card = zone->create_split_duplex_link(name + "-card", rate_of(card_gap))->seal();
    const auto* memory = each_alone(name + "-memory", memory_gap);
    auto* const point = host->get_netpoint();
    std::vector<s4u::LinkInRoute> up{{card, s4u::LinkInRoute::Direction::UP}};
    if (card_gap < gap) up.emplace_back(each_alone(name + "-stream", gap));
    zone->add_route(point, nullptr, nullptr, nullptr, up, false);
    zone->add_route(nullptr, point, nullptr, nullptr, {{card, s4u::LinkInRoute::Direction::DOWN}}, false);
    zone->add_route(point, point, nullptr, nullptr, {{memory, s4u::LinkInRoute::Direction::NONE}}, false);
  }
  zone->seal();
}

/// @return  the latencies of its links, which are 0 from here on.
std::unordered_map<const s4u::Link*, double> load_latencies(s4u::Engine& engine, const std::string& platform) {
  read_file(platform);  // SimGrid would not say why it cannot
  try {
    engine.load_platform(platform);
  } catch (const std::exception& fault) {
    throw InputError(platform + ": " + cleaned(fault.what()));
  }
  std::unordered_map<const s4u::Link*, double> latencies;
  for (s4u::Link* const link : engine.get_all_links()) {
    latencies.emplace(link, link->get_latency());
    link->set_latency(0);
  }
  return latencies;
}

}  // namespace

std::string host_of(const document::Speeds& speeds, std::size_t rank) {
  return speeds.processors[rank].host.value_or("processor-" + std::to_string(rank));
}

double Cluster::latency_s(int from, int to) const {
  if (latencies.empty()) return platform.together(from, to) ? platform.hosts->latency_s : platform.network.latency_s;
  std::vector<s4u::Link*> links;
  hosts[static_cast<std::size_t>(from)]->route_to(hosts[static_cast<std::size_t>(to)], links, nullptr);
  double seconds = 0;
  for (const s4u::Link* link : links)
    if (const auto found = latencies.find(link); found != latencies.end()) seconds += found->second;
  return seconds;
}

void configure_simulator() {
  for (const char* setting :
       {"network/model:CM02", "network/latency-factor:1", "network/bandwidth-factor:1", "network/weight-S:0",
        "network/TCP-gamma:1e15", "network/crosstraffic:0", "contexts/stack-size:512"})
    s4u::Engine::set_config(setting);
}

Cluster make_cluster(s4u::Engine& engine, document::Speeds speeds, simulate::Messages messages,
                     const std::string& platform) {
  if (!speeds.network)
    throw InputError("/network: was not measured; expected latency_s and gap_s_per_byte, as make-cluster --network");
  Cluster cluster{std::move(speeds), {}, {}, {}};
  cluster.platform = simulate::platform_of(cluster.speeds, messages);
  if (platform.empty())
    make_network(cluster.speeds, cluster.platform);
  else
    cluster.latencies = load_latencies(engine, platform);
  for (std::size_t rank = 0; rank < cluster.speeds.processors.size(); ++rank) {
    const std::string name = host_of(cluster.speeds, rank);
    cluster.hosts.push_back(engine.host_by_name_or_null(name));
    if (!cluster.hosts.back())
      throw InputError(platform + ": has no host '" + shown(name) + "', where rank " + std::to_string(rank) + " is");
  }
  return cluster;
}

namespace {

/// The simulator's links of a host's card, one for each direction, see make_cluster().
std::vector<simgrid::s4u::Link*> links_of(const std::string& host) {
  std::vector<simgrid::s4u::Link*> links;
  for (const char* direction : {"_UP", "_DOWN"})
    if (auto* link = simgrid::s4u::Link::by_name_or_null(host + "-card" + direction)) links.push_back(link);
  return links;
}

}  // namespace

SlowCards parse_slow_cards(const std::string& text) {
  return document::parse_named_slowdowns(text, {"--link", "HOST:SHARE@FIRST-LAST, such as node3:0.1@10-40"});
}

void require_cards(const SlowCards& slow, const Cluster& cluster, const document::Speeds& all) {
  const auto has = [&](const std::string& name) {
    return std::ranges::any_of(cluster.hosts, [&](const auto* host) { return host->get_name() == name; });
  };
  for (const auto& [host, change] : slow) {
    if (has(host) && !links_of(host).empty()) continue;
    const bool left_out =
        !has(host) && std::ranges::count(all.processors, host, &document::MeasuredProcessor::host) > 0;
    throw InputError("--link: found '" + shown(host) + (left_out ? "', which the plan leaves out" : "'") +
                     "; expected a host with ranks that train, in the network of the speeds document");
  }
}

Cards::Cards(const SlowCards& slow, const Cluster& cluster) {
  for (const auto& [host, change] : slow) {
    auto found = std::ranges::find(cards_, host, &Card::host);
    if (found == cards_.end()) {
      found = cards_.insert(found, {host, {}, {}, links_of(host), {}});
      for (std::size_t rank = 0; rank < cluster.hosts.size(); ++rank)
        if (cluster.hosts[rank]->get_name() == host) found->ranks.push_back(static_cast<int>(rank));
      for (const auto* link : found->links) found->rates.push_back(link->get_bandwidth());
    }
    found->slow.push_back(change);
  }
}

void Cards::begin(int rank, std::int64_t iteration) {
  for (Card& card : cards_) {
    if (card.ranks.empty() || card.ranks.front() != rank) continue;
    const double share = document::speed_in(card.slow, 0, iteration);
    for (std::size_t i = 0; i < card.links.size(); ++i)
      if (const double rate = share * card.rates[i]; card.links[i]->get_bandwidth() != rate)
        card.links[i]->set_bandwidth(rate);
  }
}

void Cards::leave(int rank) {
  for (Card& card : cards_) std::erase(card.ranks, rank);
}

}  // namespace uneven::simulated
