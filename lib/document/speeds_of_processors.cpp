// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>

#include "document/speeds.hpp"

namespace uneven::document {

bool between_hosts(const Speeds& speeds) {
  const std::optional<std::string>* first = nullptr;
  for (const MeasuredProcessor& processor : speeds.processors) {
    if (!processor.host) continue;
    if (first && *first != processor.host) return true;
    first = &processor.host;
  }
  return false;
}

std::vector<int> host_numbers(const Speeds& speeds) {
  std::vector<int> numbers;
  numbers.reserve(speeds.processors.size());
  std::map<std::string, int> known;
  int hosts = 0;
  for (const MeasuredProcessor& processor : speeds.processors) {
    if (!processor.host) {
      numbers.push_back(hosts++);
      continue;
    }
    const auto [at, is_new] = known.try_emplace(*processor.host, hosts);
    hosts += is_new;
    numbers.push_back(at->second);
  }
  return numbers;
}

bool has_two_levels(const NetworkSpeeds& network) { return network.within_host || network.host_gap_s_per_byte; }

std::vector<double> speeds_of(const Speeds& speeds) {
  std::vector<double> list;
  list.reserve(speeds.processors.size());
  for (const MeasuredProcessor& processor : speeds.processors) list.push_back(processor.speed);
  return list;
}

bool has_quotas(const Speeds& speeds) {
  return std::ranges::any_of(speeds.processors, [](const auto& processor) { return processor.cpu_share.has_value(); });
}

std::vector<Processor> cluster_of(const Speeds& speeds) {
  std::vector<Processor> cluster;
  cluster.reserve(speeds.processors.size());
  for (const MeasuredProcessor& p : speeds.processors) {
    Processor& made = cluster.emplace_back(p.host, p.cpu, p.threads, p.speed, p.cpu_share, p.cpu_burst_s);
    made.fixed_s = p.fixed_s;
    made.memory_bytes = p.memory_bytes;
  }
  return cluster;
}

}  // namespace uneven::document
