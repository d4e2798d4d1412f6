// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "collective/allreduce.hpp"
#include "search/answers.hpp"
#include "search/placement.hpp"
#include "search/predict.hpp"
#include "simulate/pricing.hpp"
#include "statistics/share.hpp"

namespace uneven::search {

double scan_step(double example_s) {
  constexpr double step_s = 4e-4, shortest = 1024;  // with fewer examples the scan slows down
  return std::max(shortest, std::floor(step_s / example_s));
}

namespace {

using simulate::Step;

/// Of a question or an answer of a hand-out, and of a query.
constexpr double words_bytes = 32, sent_query_bytes = 64;
/// Of an example of unknown size: a noun phrase with its place.
constexpr double usual_example_bytes = 16;
/// With more parts than this a replay would take too long.
constexpr double most_replayed_parts = 2e6;
constexpr int tag_begin = tag_others;

simulate::Platform platform_of(const ScanCost& cost) {
  document::Speeds speeds;
  for (const document::Processor& processor : cost.cluster) {
    speeds.processors.emplace_back();
    speeds.processors.back().host = processor.host;
  }
  speeds.network = cost.network;
  return simulate::platform_of(speeds, simulate::Messages::between_work);
}

/// When each processor has the queries and has sent them on.
std::vector<double> begins(const ScanCost& cost, const simulate::Platform& platform) {
  const double bytes = sent_query_bytes * static_cast<double>(cost.queries);
  const int ranks = static_cast<int>(cost.cluster.size());
  std::vector<std::vector<Step>> steps(cost.cluster.size());
  for (int rank = 0; rank < ranks; ++rank) {
    auto& own = steps[static_cast<std::size_t>(rank)];
    auto [parent, children] = collective::binomial_neighbours(rank, ranks);
    if (parent < 0)
      own.push_back(
          {Step::Kind::compute, cost.times.start_s + cost.times.serial_s * static_cast<double>(cost.examples)});
    else
      own.push_back({Step::Kind::receive, bytes, parent, tag_begin});
    std::ranges::reverse(children);
    for (const int child : children) own.push_back({Step::Kind::send, bytes, child, tag_begin});
  }
  return simulate::replay(steps, platform, false);
}

std::vector<double> work_s(const ScanCost& cost) {
  const std::vector<double> speed = statistics::scaled(speeds_of(cost.cluster)).speed;
  const double mean = std::accumulate(speed.begin(), speed.end(), 0.0) / static_cast<double>(speed.size());
  std::vector<double> seconds;
  for (const double v : speed) seconds.push_back(cost.times.task_s * mean / v);
  return seconds;
}

}  // namespace

MeasuredScan::MeasuredScan(const ScanCost& cost)
    : cost_(cost), platform_(platform_of(cost)), task_s_(work_s(cost)), begin_s_(begins(cost, platform_)) {}

std::vector<double> MeasuredScan::started_s() const {
  std::vector<double> started_s = begin_s_;
  for (std::size_t i = 0; i < started_s.size(); ++i) started_s[i] += start_of(cost_.times) * task_s_[i];
  return started_s;
}

std::vector<double> MeasuredScan::of_counts(const std::vector<std::int64_t>& counts) const {
  std::vector<double> ends_s = begin_s_;
  for (std::size_t i = 0; i < ends_s.size(); ++i)
    if (counts[i] > 0) ends_s[i] += (static_cast<double>(counts[i]) + start_of(cost_.times)) * task_s_[i];
  return ends_s;
}

std::vector<double> MeasuredScan::of_hand_out(SearchMethod method) const {
  const double example_bytes = cost_.example_bytes.value_or(usual_example_bytes);
  HandOut scan;
  scan.task_s = task_s_;
  scan.start_s = started_s();
  scan.master_scans = scan.ahead = method != SearchMethod::synchronous_data;
  scan.pauses = pauses_of(cost_.cluster.front());
  scan.example_bytes = example_bytes;
  scan.byte_s = platform_.hosts ? platform_.hosts->card_gap_s_per_byte : platform_.network.gap_s_per_byte;
  for (int i = 0; i < static_cast<int>(task_s_.size()); ++i) {
    const bool together = platform_.together(0, i);
    const double latency_s = together ? platform_.hosts->latency_s : platform_.network.latency_s;
    const double gap = together ? platform_.hosts->gap_s_per_byte : platform_.network.gap_s_per_byte;
    scan.messages.push_back({latency_s + words_bytes * gap, platform_.endpoint(i, 0).message_s, together ? gap : -1});
    const double example_s = task_s_[static_cast<std::size_t>(i)];
    scan.step_s.push_back(scan_step(example_s) * example_s);
  }
  const document::Search plan = parts_of(cost_, method);
  scan.next = [chunks = Chunks(plan), method](std::size_t i) mutable {
    const document::Range part = chunks.next(static_cast<int>(i));
    const bool travels = method == SearchMethod::static_process && i > 0 && !chunks.holds(static_cast<int>(i), part);
    return Part(static_cast<double>(part.count), travels);
  };
  return handed_out(std::move(scan)).ends_s;
}

std::optional<std::vector<double>> MeasuredScan::ends_s(SearchMethod method) const {
  using enum SearchMethod;
  const std::size_t n = task_s_.size();
  if (method == equal_data) return of_counts(proportional_counts(cost_.examples, std::vector(n, 1.0)));
  if (method == proportional_data) {
    const auto speed = statistics::scaled(speeds_of(cost_.cluster)).speed;
    const auto counts = proportional_counts_within(cost_.examples, speed, start_of(cost_.times), cost_.room);
    if (!counts) return std::nullopt;
    return of_counts(*counts);
  }
  if (method == synchronous_data && n < 2) return std::nullopt;
  if (method == dynamic_process) return std::vector(n, dynamic_process_s());
  if (method == stealing) return std::vector(n, stealing_s());
  const double parts = parts_in(method), handled_s = parts * 2 * cost_.network->message_s;
  if (parts > most_replayed_parts) return std::vector(n, std::max(even_s(), std::ranges::max(started_s()) + handled_s));
  return of_hand_out(method);
}

double MeasuredScan::message_s() const { return platform_.network.latency_s + 2 * cost_.network->message_s; }

double MeasuredScan::all_here_s() const {
  return 2 * std::ceil(std::log2(static_cast<double>(task_s_.size()))) * message_s();
}

double MeasuredScan::levels() const {
  const double chunks = static_cast<double>(task_s_.size()) * static_cast<double>(cost_.min_chunk);
  return std::max(0.0, std::ceil(std::log2(static_cast<double>(cost_.examples) / chunks)));
}

double MeasuredScan::parts_in(SearchMethod method) const {
  const auto n = static_cast<double>(task_s_.size());
  if (method == SearchMethod::self_scheduling) return 2 * n * (levels() + 1);
  if (method == SearchMethod::asynchronous_data)
    return static_cast<double>(cost_.examples) / static_cast<double>(cost_.unit->examples);
  return n * static_cast<double>(cost_.pieces);
}

double MeasuredScan::even_s() const {
  double rate = 0;
  for (const double task_s : task_s_) rate += 1 / task_s;
  return std::ranges::max(started_s()) + static_cast<double>(cost_.examples) / rate;
}

double MeasuredScan::dynamic_process_s() const {
  const auto n = static_cast<double>(task_s_.size()), u = static_cast<double>(cost_.min_chunk);
  double look_s = 0;
  for (std::size_t i = 0; i < task_s_.size(); ++i)
    look_s += (scan_step(task_s_[i]) * task_s_[i] / 2 + mean_wait(pauses_of(cost_.cluster[i]))) / n;
  const double shared_s = even_s() + levels() * (2 * message_s() + look_s) + u * cost_.times.task_s;
  const double equal_s = std::ranges::max(*ends_s(SearchMethod::equal_data));
  return std::min(equal_s, shared_s) + 2 * (n - 1) * message_s() + all_here_s();
}

double MeasuredScan::stealing_s() const {
  const auto n = static_cast<double>(task_s_.size());
  double longest_pause_s = 0;
  for (const auto& processor : cost_.cluster) longest_pause_s = std::max(longest_pause_s, pauses_of(processor).pause_s);
  const double survey_s = n > 1 ? 2 * message_s() + 2 * (n - 1) * cost_.network->message_s : 0;
  return std::ranges::max(*ends_s(SearchMethod::proportional_data)) + survey_s + longest_pause_s + all_here_s();
}

double MeasuredScan::join_s(SearchMethod method, document::SearchJoin join, const std::vector<double>& ends_s) const {
  document::Search plan = parts_of(cost_, method);
  plan.join = join;
  const std::int64_t k = std::min(document::SearchOptions{}.k, plan.examples);
  const auto full = static_cast<double>(numbers_of_answers(cost_.queries, k) * std::int64_t{sizeof(std::int64_t)});
  std::vector<std::vector<Step>> steps;
  for (const schedule::Schedule& list : schedule(plan, {cost_.queries, k, false})) {
    const double end_s = ends_s[steps.size()];
    auto& own = steps.emplace_back(simulate::priced(list, {[=](const auto&) { return std::optional(end_s); }}).first);
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (own[i].kind == Step::Kind::compute) continue;
      if (own[i].amount < 0) own[i].amount = full;
      const double bytes_s = own[i].amount * platform_.network.gap_s_per_byte;
      if (own[i].kind == Step::Kind::receive) own[i + 1].amount = std::max(0.0, cost_.times.answer_s - bytes_s);
    }
  }
  return std::max(0.0, simulate::replay(steps, platform_, false).front() - std::ranges::max(ends_s));
}

}  // namespace uneven::search
