// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "document/options/plan_options.hpp"
#include "search/model.hpp"
#include "search/placement.hpp"
#include "search/predict.hpp"
#include "statistics/estimate.hpp"

namespace uneven::search {

using document::MethodTime;

namespace {

/// A message of asynchronous-data names a range of examples.
constexpr double unit_bytes = 16;
/// A query on its way to a processor and the usual number of neighbours on their way back, as the runner sends them.
constexpr double query_bytes = 96, answer_bytes = 8 + 10 * 16;
/// Time to merge an answer, over the fixed time of its query.
constexpr double merge_share = 0.15;

/// Number of queries that the measured kernel scans together.
double queries_of(const document::Speeds& speeds) {
  const auto found = speeds.kernel_options.find("queries");
  const bool told = found != speeds.kernel_options.end() && found->is_number() && *found >= 1;
  return told ? found->get<double>() : static_cast<double>(document::SearchOptions{}.batch);
}

/// What a query begins with, in examples: of what the curves show the middle.
double start_of_query(const document::Speeds& speeds) {
  std::vector<double> examples;
  for (const auto& processor : speeds.processors) {
    if (processor.curve.empty()) continue;
    const document::CurvePoint& few = processor.curve.front();
    examples.push_back(few.units / queries_of(speeds) * std::max(0.0, processor.speed / few.speed - 1));
  }
  return examples.empty() ? 0 : statistics::median(examples);
}

/// Work of processor 0 for a message.
double handled_s(const document::Speeds& speeds) {
  const auto& master = speeds.processors.front();
  return master.cold_message_s.value_or(master.message_s.value_or(speeds.network->message_s));
}

}  // namespace

std::optional<document::NetworkSpeeds> measured_network(const document::Speeds& speeds) {
  auto network = speeds.network;
  if (!network) return network;
  const double transit_s = std::max(0.0, network->latency_s - 2 * network->message_s);
  network->message_s = handled_s(speeds);
  network->latency_s = transit_s + 2 * network->message_s;
  network->gap_s_per_byte += speeds.processors.front().byte_s.value_or(0);
  return network;
}

document::SearchTimes measured_times(const document::Speeds& speeds, double task_s, double first_task_s) {
  document::SearchTimes times;
  times.task_s = task_s;
  const double start = speeds.kernel == "search" ? start_of_query(speeds) : 0;
  times.query_s = start * task_s;
  if (!speeds.network) return times;
  const auto& network = *speeds.network;
  const double byte_s = network.gap_s_per_byte + speeds.processors.front().byte_s.value_or(0);
  times.message_s = network.latency_s + unit_bytes * byte_s + handled_s(speeds);
  times.start_s = network.barrier_s;
  times.answer_s = (query_bytes + answer_bytes) * byte_s;
  if (start > 0) times.answer_s += merge_share * start * first_task_s;  // which may be infinite
  return times;
}

namespace {

using document::Search;

void require(const PlanRequest& request) {
  const auto t = times_of_batch(request.times, request.queries);
  for (const double seconds : {t.task_s, t.entry_s, t.message_s, t.start_s, t.serial_s, t.query_s, t.answer_s})
    if (!std::isfinite(seconds) || seconds < 0) throw InputError("a time is not a finite number of seconds >= 0");
  if (t.task_s == 0) throw InputError("the time of one example is 0; expected > 0 seconds");
  if (request.cluster.empty()) throw InputError("no processor");
  if (request.examples < static_cast<std::int64_t>(request.cluster.size()))
    throw InputError(std::to_string(request.cluster.size()) + " processors for " + std::to_string(request.examples) +
                     " examples; expected at least one example each");
}

/// Fewest examples per message: a message of fewer would cost more than its examples, or be below 1/4 % of a share.
std::int64_t least_worth_a_message(const PlanRequest& request) {
  const auto share = request.examples / static_cast<std::int64_t>(request.cluster.size());
  const auto times = times_of_batch(request.times, request.queries);
  const double wanted = std::max(static_cast<double>(share / 400), 2 * times.message_s / times.task_s);
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::min(std::ceil(wanted), static_cast<double>(share))));
}

/// Removes seconds that are not finite, with a warning.
void drop_endless(Search& plan) {
  for (auto& method : plan.methods) {
    if (!method.seconds || std::isfinite(*method.seconds)) continue;
    method.seconds.reset();
    plan.warnings.push_back(name_of(method.name) + ": would take longer than any number of seconds");
  }
}

/// The requested method, or the fastest. Within rounding, a method that sends nothing during the scan wins.
SearchMethod choose(std::vector<MethodTime> methods, std::optional<SearchMethod> wanted, std::size_t processors) {
  std::ranges::stable_partition(methods, has_fixed_parts, &MethodTime::name);
  const MethodTime* best = nullptr;
  for (const auto& method : methods) {
    if (wanted ? method.name != *wanted : !method.seconds) continue;
    if (!best || *method.seconds < *best->seconds * (1 - 1e-9)) best = &method;
  }
  if (!best) throw InputError("every method would take longer than any number of seconds");
  if (!best->seconds && processors < 2) throw InputError(name_of(best->name) + " needs at least 2 processors");
  if (!best->seconds) throw InputError(name_of(best->name) + " would take longer than any number of seconds");
  return best->name;
}

/// The most examples, fewer than those of the request, for which a method has room.
std::int64_t most_examples(const PlanRequest& request, SearchMethod method) {
  std::int64_t fitting = 0, too_many = request.examples;
  while (too_many - fitting > 1) {
    const std::int64_t middle = fitting + (too_many - fitting) / 2;
    const auto room = room_for_examples(middle, request.cluster, request.example_bytes);
    (has_room(method, middle, request.pieces, room) ? fitting : too_many) = middle;
  }
  return fitting;
}

/// The wanted method must have room, or where none is wanted, proportional parts, which always have if any has.
void require_room(const PlanRequest& request, const std::vector<std::int64_t>& room) {
  const SearchMethod method = request.method.value_or(SearchMethod::proportional_data);
  if (has_room(method, request.examples, request.pieces, room)) return;
  const std::string with = request.method ? " with " + name_of(method) : "";
  throw InputError(std::to_string(request.examples) + " examples do not fit" + with + ": memory holds " +
                   std::to_string(most_examples(request, method)) + " (processor 0 holds all, for it reads the table)");
}

/// Equal or proportional ranges; the master of synchronous-data scans nothing.
std::vector<document::SearchShare> place(const Search& plan) {
  std::vector<double> speed = speeds_of(plan.cluster);
  double start = start_of(plan.times);
  if (plan.method != SearchMethod::proportional_data && plan.method != SearchMethod::stealing) {
    std::fill(speed.begin(), speed.end(), 1.0);
    start = 0;
  }
  const std::size_t idle = plan.method == SearchMethod::synchronous_data ? 1 : 0;
  // Of other methods, equal parts or all examples have room.
  const auto room = plan.method == SearchMethod::proportional_data
                        ? room_for_examples(plan.examples, plan.cluster, plan.memory_per_unit_bytes)
                        : std::vector<std::int64_t>();
  const auto counts = *proportional_counts_within(
      plan.examples, {speed.begin() + static_cast<std::ptrdiff_t>(idle), speed.end()}, start, room);
  std::vector<document::SearchShare> placement;
  std::int64_t next = 0;
  for (std::size_t i = 0; i < speed.size(); ++i) {
    const std::int64_t count = i < idle ? 0 : counts[i - idle];
    placement.push_back({static_cast<std::int64_t>(i), {next, count}});
    next += count;
  }
  return placement;
}

}  // namespace

Search plan(const PlanRequest& request) {
  require(request);
  const document::SearchTimes t = times_of_batch(request.times, request.queries);
  Search plan;
  plan.examples = request.examples;
  plan.queries = request.queries;
  plan.pieces = request.pieces;
  plan.min_chunk = least_worth_a_message(request);
  plan.join = request.join.value_or(document::SearchJoin::staircase);
  plan.times = request.times;
  plan.cluster = request.cluster;
  const auto room = room_for_examples(request.examples, request.cluster, request.example_bytes);
  if (!room.empty()) plan.memory_per_unit_bytes = request.example_bytes;
  require_room(request, room);

  std::optional<SendUnit> unit;
  try {
    unit = send_unit(static_cast<std::int64_t>(request.cluster.size()), request.examples,
                     {t.task_s, t.entry_s, t.message_s});
  } catch (const InputError&) {
    if (request.method == SearchMethod::asynchronous_data) throw;
  }
  plan.network = request.network;
  ScanCost cost = cost_of(plan, request.queries);
  cost.unit = unit;
  plan.methods = predicted_methods(cost);
  drop_endless(plan);
  plan.method = choose(plan.methods, request.method, plan.cluster.size());
  if (unit) {
    plan.unit = unit->examples;
    if (unit->examples != unit->of_steps)
      plan.warnings.push_back("asynchronous-data: units of " + std::to_string(unit->of_steps) +
                              " examples, of the steps of the paper, would wait for the mailbox; " +
                              std::to_string(unit->examples) + " are expected to take the least time");
    if (!unit->fine)
      plan.warnings.push_back("asynchronous-data: a unit of " + std::to_string(unit->examples) +
                              " examples is more than 1 % of a processor's share; processors will end unevenly");
    if (plan.method == SearchMethod::asynchronous_data)
      std::tie(plan.cluster, plan.idle) = split_fastest(plan.cluster, static_cast<std::size_t>(unit->processors));
  }
  plan.processors = static_cast<std::int64_t>(plan.cluster.size());
  plan.joins = predicted_joins(cost_of(plan, request.queries), plan.method);
  for (const auto& join : plan.joins) finite(*join.seconds, "predicted seconds of joining");
  if (!request.join) plan.join = std::ranges::min_element(plan.joins, {}, &document::JoinTime::seconds)->name;
  plan.placement = place(plan);
  return plan;
}

}  // namespace uneven::search
