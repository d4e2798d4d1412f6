// SPDX-License-Identifier: MIT
#pragma once

#include <iterator>
#include <vector>

#include "document/speeds.hpp"

namespace uneven::test {

/// Processors of these speeds, of which nothing else is known.
inline document::Speeds speeds_of(const std::vector<double>& speed) {
  document::Speeds speeds;
  for (const double s : speed) {
    document::MeasuredProcessor& processor = speeds.processors.emplace_back();
    processor.rank = std::ssize(speeds.processors) - 1;
    processor.speed = s;
  }
  return speeds;
}

/// The same as a plan has them.
inline std::vector<document::Processor> cluster_of(const std::vector<double>& speed) {
  return document::cluster_of(speeds_of(speed));
}

}  // namespace uneven::test
