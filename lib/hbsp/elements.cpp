#include "hbsp/elements.hpp"

#include <utility>

#include "hbsp/cost.hpp"
#include "hbsp/share.hpp"

namespace uneven::hbsp {
namespace {

std::vector<double> work_of(const document::HbspElements& plan) {
  std::vector<double> work;
  for (const auto& entry : plan.placement) work.push_back(static_cast<double>(entry.elements.count));
  return work;
}

}  // namespace

document::HbspElements plan_elements(std::int64_t count, std::vector<document::Processor> cluster) {
  const auto speed = speeds_of(cluster);
  check_speeds(speed);
  document::HbspElements plan;
  plan.count = count;
  std::int64_t processor = 0;
  for (const auto& range : share_ranges(count, speed)) plan.placement.push_back({processor++, range});
  plan.imbalance = imbalance(work_of(plan), speed);
  plan.cluster = std::move(cluster);
  return plan;
}

bool are_element_speeds(const document::Speeds& speeds) {
  return speeds.kernel == "kmeans" || speeds.kernel == "em" || speeds.kernel == "logistic";
}

void predict_seconds(document::HbspElements& plan, const document::Speeds& speeds) {
  const std::vector<double> nothing(plan.cluster.size(), 0.0);
  const Machine machine{speeds_of(plan.cluster), nothing, speeds.network ? speeds.network->barrier_s : 0};
  plan.superstep_s = superstep_cost(machine, {work_of(plan), nothing});
}

}  // namespace uneven::hbsp
