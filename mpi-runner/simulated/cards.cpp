// SPDX-License-Identifier: MIT
#include "simulated/cards.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/foreign_text.hpp"

namespace uneven::simulated {

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
      const auto on_it = [&](const auto* own) { return own->get_name() == host; };
      const auto first = std::ranges::find_if(cluster.hosts, on_it) - cluster.hosts.begin();
      found = cards_.insert(found, {host, static_cast<int>(first), {}, links_of(host), {}});
      for (const auto* link : found->links) found->rates.push_back(link->get_bandwidth());
    }
    found->slow.push_back(change);
  }
}

void Cards::begin(int rank, std::int64_t iteration) {
  for (Card& card : cards_) {
    if (card.rank != rank) continue;
    const double share = document::speed_in(card.slow, 0, iteration);
    for (std::size_t i = 0; i < card.links.size(); ++i)
      if (const double rate = share * card.rates[i]; card.links[i]->get_bandwidth() != rate)
        card.links[i]->set_bandwidth(rate);
  }
}

}  // namespace uneven::simulated
