// SPDX-License-Identifier: MIT
#include "simulated/load.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "simulated/cluster.hpp"

namespace uneven::simulated {

namespace {

Load parse_load(const std::string& text) {
  const auto wrong = [&] {
    return UsageError("--load: found '" + shown(text) +
                      "'; expected HOST:SPEED@FROM-TO in seconds, such as node3:0.5@10-20");
  };
  const std::size_t at = text.rfind('@'), colon = text.rfind(':', at);
  const std::size_t dash = at == text.npos ? at : text.find('-', at);
  if (dash == text.npos || colon == text.npos || colon == 0) throw wrong();
  const std::string_view whole = text;
  const Load load{text.substr(0, colon), parse_positive(whole.substr(colon + 1, at - colon - 1), "--load"),
                  parse_number(whole.substr(at + 1, dash - at - 1), "--load"),
                  parse_number(whole.substr(dash + 1), "--load")};
  if (load.speed > 1) throw UsageError("--load: found '" + shown(text) + "'; expected a speed of at most 1");
  if (load.from_s < 0 || load.to_s <= load.from_s) throw wrong();
  return load;
}

}  // namespace

std::vector<Load> parse_loads(const std::string& text) {
  std::vector<Load> loads;
  for (const std::string& one : split(text, ',')) loads.push_back(parse_load(one));
  return loads;
}

Loads::Loads(const std::vector<Load>& loads, const document::Speeds& speeds) {
  if (loads.empty()) return;
  changes_.resize(speeds.processors.size());
  for (const Load& load : loads) {
    bool found = false;
    for (std::size_t rank = 0; rank < changes_.size(); ++rank) {
      if (host_of(speeds, rank) != load.host) continue;
      changes_[rank].push_back(load);
      found = true;
    }
    if (!found) throw InputError("--load: found '" + shown(load.host) + "'; expected a host of the speeds");
  }
}

double Loads::speed(int rank, double time_s) const {
  double speed = 1;
  if (empty()) return speed;
  for (const Load& load : changes_[static_cast<std::size_t>(rank)])
    if (load.from_s <= time_s && time_s < load.to_s) speed = std::min(speed, load.speed);
  return speed;
}

double Loads::next_change(int rank, double time_s) const {
  double next = std::numeric_limits<double>::infinity();
  if (empty()) return next;
  for (const Load& load : changes_[static_cast<std::size_t>(rank)])
    for (const double moment : {load.from_s, load.to_s})
      if (moment > time_s) next = std::min(next, moment);
  return next;
}

}  // namespace uneven::simulated
