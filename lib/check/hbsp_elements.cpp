#include <algorithm>

#include "check/comparison.hpp"
#include "check/contradictions.hpp"
#include "cluster/imbalance.hpp"

namespace uneven::check {

document::Faults contradictions(const document::Node& json, const document::HbspElements& plan) {
  document::Faults faults;
  if (json["cluster"].is_null()) return {};
  std::vector<double> work;
  double longest = 0;
  for (std::size_t i = 0; i < plan.placement.size(); ++i) {
    work.push_back(static_cast<double>(plan.placement[i].elements.count));
    longest = std::max(longest, work[i] / plan.cluster[i].speed);
  }
  Comparison predicted(json["predicted"], "/predicted", faults);
  predicted.number("imbalance", cluster::imbalance(work, speeds_of(plan.cluster)), 1);
  // Where a quota stops processors, a superstep may end while one has CPU time to spare.
  const bool quotas = std::ranges::any_of(plan.cluster, [](const auto& p) { return p.cpu_share.has_value(); });
  if (!quotas) predicted.at_least("superstep_s", longest);
  return faults;
}

}  // namespace uneven::check
