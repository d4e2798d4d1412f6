// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.hpp"
#include "base/text.hpp"
#include "shares/makespan.hpp"
#include "statistics/share.hpp"

namespace uneven::shares {

namespace {

/// Units that the memory of a processor holds, up to `count`.
std::int64_t held(std::int64_t count, std::int64_t memory, const Wanted& wanted) {
  const std::int64_t left = memory - wanted.memory_fixed_bytes.value_or(0);
  if (left < 0) return 0;
  const double per_unit = wanted.memory_per_unit_bytes.value_or(0);
  const double units = std::floor(static_cast<double>(left) / per_unit);
  return units < static_cast<double>(count) ? static_cast<std::int64_t>(units) : count;
}

bool follows_curve(const document::MeasuredProcessor& processor, const Times& times) {
  return times.are_seconds && times.curves && processor.fixed_s.value_or(0) == 0 && !processor.curve.empty();
}

}  // namespace

bool memory_counts(const Wanted& wanted) {
  return (wanted.memory_per_unit_bytes || wanted.memory_fixed_bytes) &&
         std::ranges::any_of(wanted.memory_bytes, [](const auto& bytes) { return bytes.has_value(); });
}

/// Units that each processor may have, up to `count`.
std::vector<std::int64_t> most_of(std::int64_t count, const Wanted& wanted, std::size_t processors) {
  std::vector<std::int64_t> most(processors, count);
  for (std::size_t i = 0; i < wanted.most.size(); ++i) most[i] = std::min(count, wanted.most[i]);
  if (!memory_counts(wanted)) return most;
  for (std::size_t i = 0; i < wanted.memory_bytes.size(); ++i)
    if (wanted.memory_bytes[i]) most[i] = std::min(most[i], held(count, *wanted.memory_bytes[i], wanted));
  return most;
}

void refuse(std::int64_t count, const Wanted& wanted, const std::vector<std::int64_t>& most, const std::string& noun) {
  const auto all = static_cast<double>(count);
  const std::string counted = std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
  if (wanted.least > count)
    throw InputError(counted + (count == 1 ? " is" : " are") + " too few for at least " + std::to_string(wanted.least) +
                     " of a processor");
  double sum = 0;
  std::string each;
  for (std::size_t i = 0; i < most.size(); ++i) {
    sum += static_cast<double>(most[i]);
    if (i < 4) each += (i > 0 ? ", " : "") + ("processor " + std::to_string(i) + ": " + std::to_string(most[i]));
  }
  if (most.size() > 4) each += ", ...";
  const bool memory = memory_counts(wanted);
  const std::string who = wanted.most.empty() ? "memory holds" : memory ? "limits allow" : "--most allows";
  std::string how;
  if (sum >= all && wanted.multiple_of > 1) how += " in multiples of " + std::to_string(wanted.multiple_of);
  if (sum >= all && wanted.least > 1)
    how += (how.empty() ? " in " : " and ") + ("shares of at least " + std::to_string(wanted.least));
  throw InputError(counted + (count == 1 ? " does" : " do") + " not fit" + how + ": " + who + " " +
                   (sum < 0x1p53 ? std::to_string(static_cast<std::int64_t>(sum)) : shortest(sum)) + " (" + each + ")");
}

std::vector<TimeModel> time_models(const document::Speeds& speeds, const Times& times) {
  std::vector<TimeModel> models;
  models.reserve(speeds.processors.size());
  for (std::size_t i = 0; i < speeds.processors.size(); ++i) {
    const auto& processor = speeds.processors[i];
    const double start = processor.fixed_s.value_or(0) + (times.busy.empty() ? 0 : times.busy[i]);
    if (follows_curve(processor, times))
      models.emplace_back(start, processor.curve);
    else
      models.emplace_back(start, processor.speed);
  }
  return models;
}

document::HbspElements plan_shares(std::int64_t count, const document::Speeds& speeds, const Wanted& wanted,
                                   const Times& times) {
  const std::vector<TimeModel> models = time_models(speeds, times);
  const Limits limits{wanted.multiple_of, wanted.least, most_of(count, wanted, models.size())};
  const auto shares = least_makespan(count, models, limits);
  if (!shares) refuse(count, wanted, limits.most);

  document::HbspElements plan;
  plan.count = count;
  plan.multiple_of = wanted.multiple_of;
  plan.cluster = document::cluster_of(speeds);
  std::vector<double> work;
  for (const auto& range : statistics::ranges_of(*shares)) {
    if (range.count == 0) plan.left_out.push_back(std::ssize(plan.placement));
    plan.placement.push_back({std::ssize(plan.placement), range});
    work.push_back(static_cast<double>(range.count));
  }
  plan.imbalance = finite(statistics::imbalance(work, speeds_of(plan.cluster)), "imbalance");
  if (times.busy.empty()) {
    const double time = makespan(*shares, models);
    if (times.are_seconds) plan.seconds = finite(time, "predicted seconds");
    plan.lower_bound = finite(std::min(time, divisible_bound(count, models, limits.most)), "predicted lower_bound");
    plan.curves = std::ranges::any_of(speeds.processors, [&](const auto& p) { return follows_curve(p, times); });
  }
  if (memory_counts(wanted)) {
    plan.memory_per_unit_bytes = wanted.memory_per_unit_bytes;
    plan.memory_fixed_bytes = wanted.memory_fixed_bytes;
    for (std::size_t i = 0; i < plan.cluster.size(); ++i) plan.cluster[i].memory_bytes = wanted.memory_bytes[i];
  }
  return plan;
}

std::optional<document::HbspElements> without(const document::HbspElements& plan,
                                              const std::vector<std::size_t>& lost) {
  document::Speeds speeds;
  Wanted wanted{.multiple_of = plan.multiple_of,
                .most = {},
                .memory_bytes = {},
                .memory_per_unit_bytes = plan.memory_per_unit_bytes,
                .memory_fixed_bytes = plan.memory_fixed_bytes};
  for (std::size_t i = 0; i < plan.cluster.size(); ++i) {
    if (std::ranges::binary_search(lost, i)) continue;
    const document::Processor& p = plan.cluster[i];
    document::MeasuredProcessor& left = speeds.processors.emplace_back();
    left.rank = std::ssize(speeds.processors) - 1;
    left.host = p.host, left.cpu = p.cpu, left.threads = p.threads, left.speed = p.speed;
    left.cpu_share = p.cpu_share, left.cpu_burst_s = p.cpu_burst_s, left.fixed_s = p.fixed_s;
    wanted.memory_bytes.push_back(p.memory_bytes);
  }
  document::HbspElements made;
  try {
    made = plan_shares(plan.count, speeds, wanted, {.are_seconds = plan.seconds.has_value()});
  } catch (const InputError&) {
    return std::nullopt;
  }
  made.kernel = plan.kernel;
  made.kernel_options = plan.kernel_options;
  made.data = plan.data;
  made.made_by = plan.made_by;
  return made;
}

}  // namespace uneven::shares
