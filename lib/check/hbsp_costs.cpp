// SPDX-License-Identifier: MIT
#include <numeric>
#include <string>

#include "check/contradictions.hpp"
#include "hbsp/program_cost.hpp"

namespace uneven::check {

document::Faults contradictions(const document::Node& json, const document::HbspCosts& costs) {
  document::Faults faults;
  document::HbspCosts again = costs;
  hbsp::price(again);
  double cost = 0, best_cost = 0;
  for (std::size_t k = 0; k < costs.supersteps.size(); ++k) {
    const document::SuperstepCost &step = costs.supersteps[k], &expected = again.supersteps[k];
    Comparison found(json["supersteps"].items()[k], "/supersteps/" + std::to_string(k), faults);
    found.number("cost", expected.cost);
    found.number("bottleneck", static_cast<double>(expected.bottleneck));
    found.number("best_cost", expected.best_cost);
    if (step.best_shares.empty() && !expected.best_shares.empty() &&
        (step.shared_work > 0 || step.shared_traffic > 0 || !agree(expected.best_cost, expected.cost)))
      found.fault("best_shares", "found none; expected one share of each processor");
    if (const double sum = std::accumulate(step.best_shares.begin(), step.best_shares.end(), 0.0);
        !step.best_shares.empty() && !agree(sum, 1))
      found.fault("best_shares", "their sum is " + digits(sum) + "; expected 1");
    for (std::size_t i = 0; i < std::min(step.best_shares.size(), expected.best_shares.size()); ++i)
      if (!agree(step.best_shares[i], expected.best_shares[i], 1))
        found.fault("best_shares", "processor " + std::to_string(i) + ": found " + digits(step.best_shares[i]) +
                                       "; the rest of the document gives " + digits(expected.best_shares[i]));
    cost += step.cost;
    best_cost += step.best_cost;
  }
  Comparison predicted(json["predicted"], "/predicted", faults);
  predicted.number("cost", cost);
  predicted.number("best_cost", best_cost);
  return faults;
}

}  // namespace uneven::check
