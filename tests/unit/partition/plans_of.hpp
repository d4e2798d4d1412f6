// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "by_hand.hpp"
#include "partition/plan.hpp"

namespace uneven::partition::planned {

inline document::Speeds measured(const std::vector<double>& list, const std::string& network, double latency,
                                 double gap) {
  document::Speeds speeds = by_hand(list);
  speeds.kernel = "bp";
  speeds.kernel_options = {{"network", network}};
  speeds.network = document::NetworkSpeeds{latency, gap, 0, 0};
  return speeds;
}

inline Options nettalk(std::int64_t samples = 1024) {
  Options options;
  options.network = {203, 80, 26};
  options.samples = samples;
  return options;
}

/// Faults of the plan as a document.
inline std::vector<std::string> faults_of(document::Partition partition, const document::Speeds& speeds) {
  partition.cluster = document::cluster_of(speeds);
  return faults(partition).lines();
}

inline std::vector<double> random_speeds(std::mt19937& rng, std::size_t most) {
  std::vector<double> speeds(1 + rng() % most);
  for (double& speed : speeds) speed = std::exp(std::uniform_real_distribution<>(0, 4)(rng));
  return speeds;
}

}  // namespace uneven::partition::planned
