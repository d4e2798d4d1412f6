// SPDX-License-Identifier: MIT
#include "search/predict.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "search/answers.hpp"
#include "search/placement.hpp"
#include "statistics/share.hpp"

namespace uneven::search {

Pauses pauses_of(const document::Processor& processor) {
  if (!processor.cpu_share || !processor.cpu_burst_s) return {};
  return {*processor.cpu_burst_s, *processor.cpu_burst_s * (1 / *processor.cpu_share - 1)};
}

double mean_wait(const Pauses& pauses) {
  return pauses.pause_s > 0 ? pauses.pause_s * pauses.pause_s / (2 * pauses.period_s()) : 0;
}

namespace {

/// With more parts than this the prediction does not follow each part's processor: the differences even out (Okada
/// 1993, section 3.2, the form for many parts).
constexpr double most_parts = 1e7;

/// ceil(log2(x)), 0 for x <= 1.
double halvings(double x) { return x > 1 ? std::ceil(std::log2(x)) : 0; }

/// The paper's parts, whole or not.
std::function<Part(std::size_t)> equal_parts(double examples, double parts) {
  return [part = examples / parts, left = parts](std::size_t) mutable { return Part(left-- > 0 ? part : 0); };
}

/// The replay's parts as the runner hands them out.
std::function<Part(std::size_t)> chunks_of(const ScanCost& cost, SearchMethod method) {
  return [chunks = Chunks(parts_of(cost, method))](std::size_t i) mutable {
    return Part(static_cast<double>(chunks.next(static_cast<int>(i)).count));
  };
}

/// Quantities common to the methods, and the time of each.
class Methods {
 public:
  explicit Methods(const ScanCost& cost)
      : cost_(cost),
        n_(static_cast<double>(cost.cluster.size())),
        d_(static_cast<double>(cost.examples)),
        c_(start_of(cost.times)),
        rate_(n_ / cost.times.task_s),
        serial_(cost.times.serial_s * d_),
        begin_(cost.times.start_s + serial_),
        lag_(static_cast<double>(cost.min_chunk) * cost.times.task_s),
        levels_(halvings(d_ / (n_ * static_cast<double>(cost.min_chunk)))) {
    const std::vector<double> speed = statistics::scaled(speeds_of(cost.cluster)).speed;
    const double total_speed = std::accumulate(speed.begin(), speed.end(), 0.0);
    for (const double v : speed) {
      scan_.task_s.push_back(cost.times.task_s * (total_speed / n_) / v);
      scan_.start_s.push_back(scan_.task_s.back() * c_);
    }
    slowest_ = *std::max_element(scan_.task_s.begin(), scan_.task_s.end());
    scan_.pauses = pauses_of(cost.cluster.front());
    if (scan_.pauses.pause_s > 0) scan_.answer_s = cost.times.message_s;
    const Sharing sharing = share_evenly(cost.examples, speed, c_);
    ideal_ = sharing.work / (rate_ * (sharing.speed / total_speed)) + begin_;
  }

  double equal_data() const { return slowest_ * (d_ / n_ + c_) + begin_; }

  double static_process() const {
    const double parts = static_cast<double>(cost_.pieces) * n_;
    if (parts > most_parts) return (d_ + n_ * c_) / rate_ + cost_.times.start_s * parts / n_ + serial_;
    HandOut scan = scan_;
    scan.part_s = cost_.times.start_s;
    scan.next = equal_parts(d_, parts);
    return handed_out_seconds(scan) + serial_;
  }

  std::optional<double> synchronous_data() const {
    if (n_ == 1) return std::nullopt;
    const double parts = static_cast<double>(cost_.pieces) * (n_ - 1);
    if (parts > most_parts) {
      double rate = 0;  // total rate of all but the master
      for (std::size_t i = 1; i < scan_.task_s.size(); ++i) rate += 1 / scan_.task_s[i];
      return (d_ + (n_ - 1) * c_) / rate + begin_;
    }
    HandOut scan = scan_;
    scan.master_scans = scan.ahead = false;
    scan.next = equal_parts(d_, parts);
    return handed_out_seconds(scan) + begin_;
  }

  std::optional<double> asynchronous_data() const {
    if (!cost_.unit) return std::nullopt;
    const document::SearchTimes& t = cost_.times;
    return mailbox_seconds(*cost_.unit, cost_.examples, {t.task_s, t.entry_s, t.message_s}) + t.query_s + begin_ +
           delay(SearchMethod::asynchronous_data);
  }

  double dynamic_process() const {
    double wait_s = 0;
    for (const auto& processor : cost_.cluster) wait_s += mean_wait(pauses_of(processor)) / n_;
    const double all_begin = std::max((d_ + n_ * c_) / rate_, slowest_ * c_) + begin_;
    return all_begin + (2 * cost_.times.message_s + wait_s) * levels_ + lag_;
  }

  double proportional_data() const {
    if (cost_.room.empty()) return ideal_;
    const std::vector<double> speed = statistics::scaled(speeds_of(cost_.cluster)).speed;
    const auto counts = proportional_counts_within(cost_.examples, speed, c_, cost_.room);
    if (!counts || *counts == proportional_counts(cost_.examples, speed, c_)) return ideal_;
    double longest = 0;
    for (std::size_t i = 0; i < counts->size(); ++i)
      if ((*counts)[i] > 0) longest = std::max(longest, scan_.task_s[i] * (static_cast<double>((*counts)[i]) + c_));
    return longest + begin_;
  }

  double self_scheduling() const {
    return ideal_ + 2 * cost_.times.message_s * levels_ + lag_ + delay(SearchMethod::self_scheduling);
  }

  double stealing() const {
    double longest_pause_s = 0;
    for (const auto& processor : cost_.cluster)
      longest_pause_s = std::max(longest_pause_s, pauses_of(processor).pause_s);
    return ideal_ + 2 * cost_.times.message_s * halvings(n_) + longest_pause_s + lag_;
  }

 private:
  /// The delay: time that the runner's parts take longer because processor 0 answers only while it runs.
  double delay(SearchMethod method) const {
    if (scan_.pauses.pause_s <= 0) return 0;
    HandOut awake = scan_, paused = scan_;
    awake.next = paused.next = chunks_of(cost_, method);
    awake.pauses = {};
    awake.answer_s = 0;
    return handed_out_seconds(paused) - handed_out_seconds(awake);
  }

  const ScanCost& cost_;
  double n_, d_, c_;
  double rate_;          // sum of 1 / T_i
  double serial_;        // Tsynch D
  double begin_;         // and Tpro
  double lag_, levels_;  // u T, ceil(log2(D / (N u)))
  double slowest_ = 0;   // max T_i
  double ideal_ = 0;
  HandOut scan_;  // without parts
};

struct Method {
  SearchMethod name;
  std::optional<double> (*seconds)(const Methods&);
  bool fixed_parts = false;
};

constexpr Method all_methods[] = {
    {SearchMethod::equal_data, [](const Methods& m) { return std::optional(m.equal_data()); }, true},
    {SearchMethod::static_process, [](const Methods& m) { return std::optional(m.static_process()); }},
    {SearchMethod::synchronous_data, [](const Methods& m) { return m.synchronous_data(); }},
    {SearchMethod::asynchronous_data, [](const Methods& m) { return m.asynchronous_data(); }},
    {SearchMethod::dynamic_process, [](const Methods& m) { return std::optional(m.dynamic_process()); }},
    {SearchMethod::proportional_data, [](const Methods& m) { return std::optional(m.proportional_data()); }, true},
    {SearchMethod::self_scheduling, [](const Methods& m) { return std::optional(m.self_scheduling()); }},
    {SearchMethod::stealing, [](const Methods& m) { return std::optional(m.stealing()); }}};

}  // namespace

bool has_fixed_parts(SearchMethod name) {
  return std::ranges::any_of(all_methods, [&](const Method& m) { return m.name == name && m.fixed_parts; });
}

document::Search parts_of(const ScanCost& cost, SearchMethod method) {
  document::Search plan;
  plan.method = method;
  plan.examples = cost.examples;
  plan.processors = std::ssize(cost.cluster);
  plan.pieces = cost.pieces;
  plan.min_chunk = cost.min_chunk;
  plan.times = cost.times;
  if (cost.unit) plan.unit = cost.unit->examples;
  plan.cluster = cost.cluster;
  std::int64_t next = 0;
  for (const std::int64_t count : proportional_counts(cost.examples, std::vector(cost.cluster.size(), 1.0))) {
    plan.placement.push_back({std::ssize(plan.placement), {next, count}});
    next += count;
  }
  return plan;
}

namespace {

/// Beyond, or without a network, the closed forms are taken.
bool is_replayed(const ScanCost& cost) {
  constexpr std::size_t most_processors = 1 << 16;
  return cost.network && cost.cluster.size() <= most_processors;
}

/// Of the processors that the unit of asynchronous-data keeps.
std::optional<double> measured_mailbox(ScanCost cost) {
  if (!cost.unit) return std::nullopt;
  cost.cluster = split_fastest(cost.cluster, static_cast<std::size_t>(cost.unit->processors)).first;
  const MeasuredScan scan(cost);
  return std::ranges::max(*scan.ends_s(SearchMethod::asynchronous_data));
}

std::optional<double> measured_seconds(const MeasuredScan& scan, const ScanCost& cost, SearchMethod method) {
  if (method == SearchMethod::asynchronous_data) return measured_mailbox(cost);
  const auto ends_s = scan.ends_s(method);
  return ends_s ? std::optional(std::ranges::max(*ends_s)) : std::nullopt;
}

}  // namespace

std::vector<document::MethodTime> predicted_methods(const ScanCost& cost) {
  const Methods methods(cost);
  std::optional<MeasuredScan> measured;
  if (is_replayed(cost)) measured.emplace(cost);
  std::vector<document::MethodTime> times;
  for (const Method& method : all_methods) {
    auto& seconds = times.emplace_back(method.name, std::nullopt).seconds;
    if (!has_room(method.name, cost.examples, cost.pieces, cost.room)) continue;
    seconds = measured ? measured_seconds(*measured, cost, method.name) : method.seconds(methods);
  }
  return times;
}

std::vector<document::JoinTime> predicted_joins(const ScanCost& cost, SearchMethod method) {
  std::optional<MeasuredScan> measured;
  std::optional<std::vector<double>> ends_s;
  if (is_replayed(cost)) ends_s = measured.emplace(cost).ends_s(method);
  std::vector<document::JoinTime> times;
  for (const auto& [join, name] : table_of(document::SearchJoin()))
    times.push_back({join, ends_s ? measured->join_s(method, join, *ends_s)
                                  : seconds_of_join(join, std::ssize(cost.cluster), cost.times)});
  return times;
}

document::SearchTimes times_of_batch(document::SearchTimes times, std::int64_t queries) {
  times.task_s *= static_cast<double>(queries);
  times.serial_s *= static_cast<double>(queries);
  times.query_s *= static_cast<double>(queries);
  times.answer_s *= static_cast<double>(queries);
  return times;
}

double seconds_of_join(document::SearchJoin join, std::int64_t processors, const document::SearchTimes& times) {
  const std::int64_t messages = messages_in_a_row(parents(join, static_cast<int>(processors)));
  return static_cast<double>(messages) * (times.message_s + times.answer_s);
}

ScanCost cost_of(const document::Search& plan, std::int64_t queries) {
  ScanCost cost{plan.examples,
                plan.cluster,
                times_of_batch(plan.times, queries),
                plan.pieces,
                plan.min_chunk,
                std::nullopt,
                room_for_examples(plan.examples, plan.cluster, plan.memory_per_unit_bytes),
                queries,
                plan.network,
                plan.memory_per_unit_bytes};
  if (plan.unit) cost.unit = {plan.processors, *plan.unit, true};
  return cost;
}

std::optional<double> predicted_seconds(const document::Search& plan, std::int64_t queries) {
  if (plan.times.task_s <= 0) return std::nullopt;
  const ScanCost cost = cost_of(plan, queries);
  const auto methods = predicted_methods(cost);
  std::optional<double> seconds = std::ranges::find(methods, plan.method, &document::MethodTime::name)->seconds;
  if (!seconds || !std::isfinite(*seconds)) return seconds;
  const auto joins = predicted_joins(cost, plan.method);
  return *seconds + *std::ranges::find(joins, plan.join, &document::JoinTime::name)->seconds;
}

}  // namespace uneven::search
