// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "document/speeds.hpp"

/// Processors of which only the speeds are known.
inline uneven::document::Speeds by_hand(const std::vector<double>& list) {
  uneven::document::Speeds speeds;
  for (const double speed : list) {
    auto& processor = speeds.processors.emplace_back();
    processor.rank = std::ssize(speeds.processors) - 1;
    processor.speed = speed;
  }
  return speeds;
}
