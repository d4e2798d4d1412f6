// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "document/partition.hpp"
#include "document/speeds.hpp"

/// Hosts whose quotas leave them shares of a core.
namespace quotas {

inline const uneven::document::Perceptron network{203, 1024, 26};
inline constexpr std::int64_t samples = 8192;

/// Messages take a like time of any core.
inline uneven::document::Speeds measured(const std::vector<double>& shares) {
  uneven::document::Speeds speeds;
  speeds.kernel = "bp";
  speeds.kernel_options = {{"network", uneven::document::text_of(network)}, {"samples", samples}};
  speeds.network = uneven::document::NetworkSpeeds{1e-5, 8e-9, 0, 1e-6};
  for (const double share : shares) {
    auto& processor = speeds.processors.emplace_back();
    processor.rank = std::ssize(speeds.processors) - 1;
    processor.speed = 5e8 * share;
    processor.cpu_share = share;
    processor.cpu_burst_s = 1e-3;
    processor.message_s = 3e-5 / share;
    processor.send_overhead_s = 1e-5 / share;
  }
  return speeds;
}

}  // namespace quotas
