#include "search/predict.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

#include "search/placement.hpp"

namespace uneven::search {
namespace {

/// ceil(log2(x)), 0 for x <= 1.
double halvings(double x) { return x > 1 ? std::ceil(std::log2(x)) : 0; }

/// The makespan of equal parts, each taken by the processor that is free first, lower ranks before higher.
/// @param start  seconds between a processor's taking its first part and beginning with it. Shape [p], as
///               seconds_per_part.
double parts_seconds(const std::vector<double>& start, const std::vector<double>& seconds_per_part,
                     std::int64_t parts) {
  using Free = std::pair<double, std::size_t>;
  std::priority_queue<Free, std::vector<Free>, std::greater<>> free;
  for (std::size_t i = 0; i < start.size(); ++i) free.emplace(0.0, i);
  std::vector<std::int64_t> taken(seconds_per_part.size(), 0);
  double makespan = 0;
  for (std::int64_t part = 0; part < parts; ++part) {
    const std::size_t i = free.top().second;
    free.pop();
    const double end = start[i] + static_cast<double>(++taken[i]) * seconds_per_part[i];
    makespan = std::max(makespan, end);
    free.emplace(end, i);
  }
  return makespan;
}

}  // namespace

const std::vector<std::string>& method_names() {
  static const std::vector<std::string> names{"equal-data",        "static-process",  "synchronous-data",
                                              "asynchronous-data", "dynamic-process", "proportional-data",
                                              "self-scheduling",   "stealing"};
  return names;
}

std::vector<document::SearchTime> predicted_methods(const ScanCost& cost) {
  const auto n = static_cast<double>(cost.speed.size()), d = static_cast<double>(cost.examples);
  const auto h = static_cast<double>(cost.pieces), u = static_cast<double>(cost.least);
  const document::SearchTimes& t = cost.times;
  const double total_speed = std::accumulate(cost.speed.begin(), cost.speed.end(), 0.0);
  std::vector<double> task;  // T_i
  for (const double v : cost.speed) task.push_back(t.task_s * (total_speed / n) / v);
  const double rate = n / t.task_s;  // sum of 1 / T_i
  const double slowest = *std::max_element(task.begin(), task.end());
  const double serial = t.serial_s * d, begin = t.start_s + serial, c = start_of(t);
  const Sharing sharing = share_evenly(cost.examples, cost.speed, c);
  const double ideal = sharing.work / (rate * (sharing.speed / total_speed)) + begin;
  const double all_begin = std::max((d + n * c) / rate, slowest * c) + begin;
  const double lag = u * t.task_s, levels = halvings(d / (n * u));

  std::vector<double> first, part;
  for (const double one : task) first.push_back(one * c), part.push_back(one * d / (h * n) + t.start_s);
  const auto parts = cost.pieces * static_cast<std::int64_t>(cost.speed.size());

  std::optional<double> synchronous, asynchronous;
  if (cost.speed.size() > 1) synchronous = (d + (n - 1) * c) / (rate - 1 / task[0]) + begin;
  if (cost.unit)
    asynchronous = mailbox_seconds(*cost.unit, cost.examples, {t.task_s, t.entry_s, t.message_s}) + t.query_s + begin;
  return {{"equal-data", slowest * (d / n + c) + begin},
          {"static-process", parts_seconds(first, part, parts) + serial},
          {"synchronous-data", synchronous},
          {"asynchronous-data", asynchronous},
          {"dynamic-process", all_begin + 2 * t.message_s * levels + lag},
          {"proportional-data", ideal},
          {"self-scheduling", ideal + 2 * t.message_s * levels + lag},
          {"stealing", ideal + 2 * t.message_s * halvings(n) + lag}};
}

document::SearchTimes times_of_batch(document::SearchTimes times, std::int64_t queries) {
  times.task_s *= static_cast<double>(queries);
  times.serial_s *= static_cast<double>(queries);
  times.query_s *= static_cast<double>(queries);
  times.answer_s *= static_cast<double>(queries);
  return times;
}

std::vector<document::SearchTime> predicted_joins(std::int64_t processors, const document::SearchTimes& times) {
  const auto n = static_cast<double>(processors);
  const double message_s = times.message_s + times.answer_s;
  return {{"simple", (n - 1) * message_s}, {"staircase", halvings(n) * message_s}};
}

std::optional<double> predicted_seconds(const document::Search& plan, std::int64_t queries) {
  if (plan.times.task_s <= 0) return std::nullopt;
  ScanCost cost{plan.examples, speeds_of(plan.cluster), times_of_batch(plan.times, queries), plan.pieces, plan.least,
                std::nullopt};
  if (plan.unit) cost.unit = {plan.processors, *plan.unit, true};
  std::optional<double> seconds;
  for (const auto& method : predicted_methods(cost))
    if (method.name == plan.method) seconds = method.seconds;
  for (const auto& join : predicted_joins(plan.processors, cost.times))
    if (seconds && join.name == plan.join) *seconds += *join.seconds;
  return seconds;
}

}  // namespace uneven::search
