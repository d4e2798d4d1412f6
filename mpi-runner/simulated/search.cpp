// SPDX-License-Identifier: MIT
#include "simulated/search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "collective/allreduce.hpp"
#include "document/options/plan_options.hpp"
#include "search/predict.hpp"
#include "simulated/runs.hpp"

namespace uneven::simulated {

void SearchScanner::say(const Words& words, int to, int tag) {
  simulated::say(transport, words, to, tag);
  ++messages;
}

void SearchScanner::scan_all(document::Range& rest, const std::function<std::int64_t()>& few,
                             const std::function<void()>& look) {
  const double step = search::scan_step(example_s);
  while (rest.count > 0) {
    const auto left = static_cast<double>(rest.count);
    const double steps = std::max(1.0, std::ceil((left - static_cast<double>(few())) / step));
    const double seconds = std::min(left, steps * step) * example_s;
    const double start = transport.now(), worked = transport.work_in_steps(seconds, step * example_s);
    transport.record(trace::Phase::compute, start);
    const auto scanned = std::min(rest.count, static_cast<std::int64_t>(std::llround(worked / example_s)));
    rest = {rest.first + scanned, rest.count - scanned};
    examples += scanned;
    compute_s += worked;
    look();
  }
}

void SearchScanner::wait_until(const std::function<bool()>& ready) {
  const double start = transport.now();
  transport.wait_until(ready);
  transport.record(trace::Phase::wait, start);
  wait_s += transport.now() - start;
}

namespace {

constexpr std::int64_t query_bytes = 64;  ///< that travel to every rank

/// Times of the ranks in a search, for a batch.
struct SearchCosts {
  document::SearchTimes times;
  std::vector<double> example_s;  ///< CPU seconds, shape [p]
};

/// Ranks in proportion to their speeds, task_s being their mean.
SearchCosts costs_of(const document::Search& plan, const Cluster& cluster) {
  SearchCosts costs{search::times_of_batch(plan.times, plan.queries), {}};
  const std::vector<double> speed = speeds_of(plan.cluster);
  const double mean = std::accumulate(speed.begin(), speed.end(), 0.0) / static_cast<double>(speed.size());
  for (std::size_t r = 0; r < speed.size(); ++r)
    costs.example_s.push_back(costs.times.task_s * mean / speed[r] * cluster.platform.endpoints[r].share);
  return costs;
}

/// Lengths that only the run decides are those of full answers.
void make_known(schedule::Schedule& list, std::int64_t numbers) {
  for (schedule::Operation& operation : list.operations) {
    const auto know = [&](schedule::Message& message) {
      if (message.columns.count == schedule::unknown_length) message.columns.count = numbers;
    };
    if (auto* send = std::get_if<schedule::Send>(&operation)) know(send->message);
    if (auto* receive = std::get_if<schedule::Receive>(&operation)) know(receive->message);
  }
}

/// One rank's part of a batch of queries.
class SearchRank : private NoData {
 public:
  SearchRank(Interconnect& interconnect, const document::Search& plan, int rank, const SearchCosts& costs,
             const schedule::Schedule& list)
      : NoData(sizeof(std::int64_t)),
        costs_(costs),
        gap_(interconnect.cluster().platform.network.gap_s_per_byte),
        transport_(interconnect, rank, {[](const schedule::Work&) { return std::optional<double>(); }}),
        scanner_{transport_, plan, rank, costs.example_s[static_cast<std::size_t>(rank)], plan.queries},
        performer_(list, transport_, *this, {}) {}

  /// @return  seconds of the batch.
  double search() {
    const double start = transport_.now();
    performer_.perform();
    transport_.catch_up();
    transport_.record(trace::Phase::batch, start, 0, scanner_.plan.queries);
    return transport_.now() - start;
  }

  const SearchScanner& scanner() const { return scanner_; }

  /// Waits for parts are none of the work.
  schedule::Times times() const {
    const schedule::Times& all = performer_.times();
    const double rest = all.compute_s - scanner_.compute_s - scanner_.wait_s;
    return {scanner_.compute_s, all.communicate_s + std::max(0.0, rest), all.wait_s + scanner_.wait_s};
  }

 private:
  void work(const schedule::Work&) override {
    const double start = transport_.now();
    scan();
    if (auto* const recorder = transport_.recorder())
      recorder->add_in_gaps(trace::Phase::communicate, start, transport_.now());
  }

  void scan() {
    begin();
    const document::SearchMethod method = scanner_.plan.method;
    work_for(costs_.times.query_s / costs_.times.task_s * scanner_.example_s);
    if (search::has_fixed_parts(method)) {
      const auto& part = scanner_.plan.placement[static_cast<std::size_t>(scanner_.rank)].examples;
      scanner_.examples += part.count;
      return work_for(static_cast<double>(part.count) * scanner_.example_s);
    }
    if (method == document::SearchMethod::dynamic_process || method == document::SearchMethod::stealing)
      split_rests(scanner_);
    else
      hand_out(scanner_);
  }

  /// The work for answers beyond their bytes on the network.
  void join(const schedule::Receive& receive) override {
    const auto bytes = static_cast<double>(receive.message.numbers()) * sizeof(std::int64_t);
    transport_.work_for(std::max(0.0, costs_.times.answer_s - bytes * gap_));
  }

  void work_for(double seconds) {
    const double start = transport_.now();
    transport_.work_for(seconds);
    transport_.record(trace::Phase::compute, start);
    scanner_.compute_s += seconds;
  }

  /// Queries go down a binomial tree.
  void begin() {
    const auto tree = collective::binomial_neighbours(scanner_.rank, scanner_.ranks());
    const schedule::Memory queries{.columns = scanner_.queries * query_bytes, .element_bytes = 1};
    const auto finish = [&](schedule::Request request) {
      scanner_.wait_until([&] {
        if (request != schedule::no_request) transport_.test_requests({&request, 1});
        return request == schedule::no_request;
      });
    };
    if (tree.parent < 0)
      work_for(costs_.times.start_s + costs_.times.serial_s * static_cast<double>(scanner_.plan.examples));
    else
      finish(transport_.receive(tree.parent, tag_start, queries));
    for (auto child = tree.children.rbegin(); child != tree.children.rend(); ++child)
      finish(transport_.send(*child, tag_start, queries));
  }

  const SearchCosts& costs_;
  double gap_;
  Transport transport_;
  SearchScanner scanner_;
  schedule::Performer<std::int64_t> performer_;
};

struct SearchDone {
  double seconds = 0;
  schedule::Times times;
  std::int64_t examples = 0, messages = 0;
};

/// Those of the processors that take part: by host, in their order.
document::Speeds used(document::Speeds all, const document::Search& plan) {
  require_speeds(all, plan.cluster.size() + plan.idle.size());
  if (plan.idle.empty()) return all;
  std::vector<document::MeasuredProcessor> left = std::exchange(all.processors, {});
  for (const document::Processor& processor : plan.cluster) {
    const auto found = std::ranges::find(left, processor.host, &document::MeasuredProcessor::host);
    if (found == left.end()) throw InputError("/plan/cluster: has a processor on a host that the speeds lack");
    all.processors.push_back(*found);
    left.erase(found);
  }
  return all;
}

document::OrderedJson result_of(const document::Search& plan, const std::vector<SearchDone>& done) {
  std::vector<std::int64_t> examples, messages;
  double most = 0, sum = 0;
  for (const SearchDone& one : done) {
    examples.push_back(one.examples);
    messages.push_back(one.messages);
    most = std::max(most, one.times.compute_s);
    sum += one.times.compute_s;
  }
  return {{"method", name_of(plan.method)},
          {"join", name_of(plan.join)},
          {"queries", plan.queries},
          {"scanned_examples", examples},
          {"messages", messages},
          {"compute_spread", sum > 0 ? most * static_cast<double>(done.size()) / sum - 1 : 0}};
}

}  // namespace

document::Report run_search(const document::Job& job, const Setting& setting) {
  const auto plan = document::from_json<document::Search>(job.plan);
  const document::Json& k = document::raw_at(job.options, "k");
  const std::int64_t neighbours = k.is_number_integer() ? k.get<std::int64_t>() : document::SearchOptions{}.k;
  if (plan.times.task_s <= 0)
    throw InputError("/plan/times/task_s: found 0; expected a time, as of plan-search --task-s or measured speeds");
  Cluster cluster = setting.make_cluster(used(setting.speeds, plan), simulate::Messages::between_work);
  const SearchCosts costs = costs_of(plan, cluster);
  auto lists = search::schedule(plan, {plan.queries, neighbours, false});
  const std::int64_t full = search::numbers_of_answers(plan.queries, std::min(neighbours, plan.examples));
  for (schedule::Schedule& list : lists) make_known(list, full);
  std::vector<SearchDone> done(lists.size());
  Interconnect interconnect(cluster);
  on_all_ranks(cluster, [&](int rank) {
    const auto r = static_cast<std::size_t>(rank);
    SearchRank own(interconnect, plan, rank, costs, lists[r]);
    const double seconds = own.search();
    const auto answers = std::ranges::count_if(
        lists[r].operations, [](const auto& operation) { return std::holds_alternative<schedule::Send>(operation); });
    done[r] = {seconds, own.times(), own.scanner().examples, own.scanner().messages + answers};
  });

  document::Report report;
  for (std::size_t r = 0; r < done.size(); ++r) {
    const auto work = static_cast<double>(done[r].examples * plan.queries);
    report.processors.push_back(line_of(cluster.speeds.processors[r], work, done[r].times));
    report.processors.back().rank = static_cast<std::int64_t>(r);
  }
  report.of = report.kernel = "search";
  report.unit = "example x query";
  report.iterations = 1;
  report.seconds_per_iteration = done.front().seconds;
  report.predicted_seconds_per_iteration = search::predicted_seconds(plan, plan.queries);
  report.result = result_of(plan, done);
  return report;
}

}  // namespace uneven::simulated
