// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "elements/programs.hpp"
#include "elements/tree_sum.hpp"
#include "hbsp/cost.hpp"
#include "simulate/pricing.hpp"
#include "statistics/share.hpp"

namespace uneven::hbsp {
namespace {

using simulate::Step;

std::vector<double> work_of(const document::HbspElements& plan) {
  std::vector<double> work;
  for (const auto& entry : plan.placement) work.push_back(static_cast<double>(entry.elements.count));
  return work;
}

constexpr std::size_t most_replayed = 4096;  // processors; their replay takes seconds

bool is_replayed(const document::Speeds& speeds) {
  return speeds.network && has_quotas(speeds) && speeds.processors.size() <= most_replayed;
}

constexpr std::int64_t message_bytes = 1024;  // assumed for sums and times, and for the next superstep's parameters

/// The steps of each processor in a superstep. @param work_s  CPU seconds of each processor in a superstep.
std::vector<simulate::Priced> priced(const std::vector<double>& work_s) {
  const elements::Superstep superstep{
      .ranks = static_cast<int>(work_s.size()), .sums_bytes = message_bytes, .orders_bytes = message_bytes};
  std::vector<simulate::Priced> priced;
  for (int rank = 0; rank < superstep.ranks; ++rank) {
    simulate::Costs costs;
    costs.work = [&](const schedule::Work& work) {
      return work.name == elements::task_step ? std::optional(work_s[static_cast<std::size_t>(rank)]) : std::nullopt;
    };
    priced.push_back(simulate::priced(elements::schedule(superstep, rank), costs));
  }
  return priced;
}

double replayed_seconds(const document::HbspElements& plan, const document::Speeds& speeds) {
  std::vector<double> work_s;
  for (const auto& entry : plan.placement) {
    const auto& processor = speeds.processors[static_cast<std::size_t>(entry.processor)];
    work_s.push_back(static_cast<double>(entry.elements.count) / processor.speed * processor.cpu_share.value_or(1));
  }
  return simulate::replayed_seconds_per_iteration(priced(work_s), simulate::unsteady_platform_of(speeds));
}

}  // namespace

document::HbspElements plan_elements(std::int64_t count, std::vector<document::Processor> cluster,
                                     const std::vector<double>& busy) {
  const auto speed = speeds_of(cluster);
  check_speeds(speed);
  document::HbspElements plan;
  plan.count = count;
  for (const auto& range : statistics::share_ranges(count, speed, busy)) {
    if (range.count == 0) plan.left_out.push_back(std::ssize(plan.placement));
    plan.placement.push_back({std::ssize(plan.placement), range});
  }
  plan.imbalance = finite(statistics::imbalance(work_of(plan), speed), "imbalance");
  plan.cluster = std::move(cluster);
  return plan;
}

bool are_element_speeds(const document::Speeds& speeds) {
  const auto* program = elements::find_program(speeds.kernel);
  return program && program->is_kernel;
}

std::vector<double> message_seconds(const document::Speeds& speeds) {
  if (!are_element_speeds(speeds) || !is_replayed(speeds)) return {};
  constexpr double long_enough_s = 1;  // work after which messages are cold
  const std::vector<double> work(speeds.processors.size(), long_enough_s);
  const simulate::Platform platform = simulate::platform_of(speeds, simulate::Messages::between_work);
  std::vector<std::vector<simulate::Step>> steps;
  for (const simulate::Priced& one : priced(work)) steps.push_back(simulate::repeated(one, 1));
  std::vector<double> seconds = simulate::busy_seconds(steps, platform);
  for (std::size_t p = 0; p < seconds.size(); ++p) seconds[p] -= work[p] / platform.endpoints[p].share;
  return seconds;
}

void predict_seconds(document::HbspElements& plan, const document::Speeds& speeds) {
  if (is_replayed(speeds)) {
    plan.superstep_s = finite(replayed_seconds(plan, speeds), "predicted superstep_s");
    return;
  }
  const std::vector<double> nothing(plan.cluster.size(), 0.0);
  const Machine machine{speeds_of(plan.cluster), nothing, speeds.network ? speeds.network->barrier_s : 0};
  plan.superstep_s = finite(superstep_cost(machine, {work_of(plan), nothing}), "predicted superstep_s");
}

}  // namespace uneven::hbsp
