// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "bp/control.hpp"
#include "document/document.hpp"
#include "document/options/bp_options.hpp"
#include "document/partition.hpp"
#include "partition/predict/iteration.hpp"
#include "partition/predict/time_model.hpp"
#include "partition/replan/replan.hpp"
#include "partition/schedule.hpp"
#include "simulated/runs.hpp"

namespace uneven::simulated {

namespace {

/// One rank's part of the training: bp::Run without its data.
template <class Real>
class Training : private NoData {
 public:
  Training(Interconnect& interconnect, int rank, const partition::Part& part, simulate::Costs costs,
           const document::BpOptions& options, int processor)
      : NoData(sizeof(Real)),
        options_(options),
        processor_(processor),
        transport_(interconnect, rank, std::move(costs)),
        control_(transport_, part.schedule, options),
        performer_(part.schedule, transport_, *this, buffers_of(part)) {}

  void train() {
    start_ = transport_.now();
    for (bool go_on = true; go_on && done_ < options_.iterations; go_on = go_on_) iterate();
    control_.finish();
    seconds_ = transport_.now() - start_;
  }

  const schedule::Times& times() const { return times_; }
  double seconds() const { return seconds_; }
  std::int64_t done() const { return done_; }
  const std::vector<double>& iteration_s() const { return iteration_s_; }
  const char* stopped() const { return control_.stopped(); }

 private:
  static std::vector<Real*> buffers_of(const partition::Part& part) {
    return std::vector<Real*>(static_cast<std::size_t>(part.in_flight) + 2 * part.groups.size(), nullptr);
  }

  void iterate() {
    before_ = performer_.times().compute_s;
    iteration_ = transport_.now();
    performer_.perform();
    const schedule::Times& so_far = performer_.times();
    times_ = {so_far.compute_s + idle_s_, so_far.communicate_s, so_far.wait_s};
  }

  /// As partition::Trainer, which begins an iteration so.
  void work(const schedule::Work& work) override {
    if (work.name == partition::task_begin) control_.push_along();
  }
  void meanwhile() override { control_.push_along(); }

  void agree(const schedule::Agree&) override {
    ++done_;
    double compute_s = performer_.times().compute_s - before_;
    if (const double speed = document::speed_in(options_.slow, processor_, done_); speed < 1) {
      const double idle_s = compute_s * (1 / speed - 1);
      transport_.pass(idle_s);
      idle_s_ += idle_s;
      compute_s += idle_s;
    }
    iteration_s_.push_back(transport_.now() - iteration_);
    go_on_ = control_.go_on({0, true, compute_s, transport_.now() - start_});
  }

  const document::BpOptions& options_;
  int processor_;  ///< of the plan
  Transport transport_;
  bp::Control control_;
  schedule::Performer<Real> performer_;
  schedule::Times times_;
  std::vector<double> iteration_s_;
  std::int64_t done_ = 0;
  double start_ = 0, seconds_ = 0, iteration_ = 0, before_ = 0, idle_s_ = 0;
  bool go_on_ = true;
};

void refuse_results(const document::BpOptions& options, const document::Json& json) {
  refuse_option(json, "target_error", options.target_error.has_value());
  refuse_option(json, "weights_out", options.weights_out.has_value());
  refuse_option(json, "test", options.test.has_value());
  refuse_option(json, "checkpoint", options.checkpoint.has_value());
  refuse_option(json, "replan", options.replan > 0);
}

template <class Real>
document::Report train(const document::Partition& whole, const document::BpOptions& options,
                       const document::Speeds& all, const MakeCluster& make_cluster) {
  document::Partition plan = partition::without_left_out(whole);
  document::Speeds speeds = all;
  speeds.processors.clear();
  std::vector<std::int64_t> processors;  // of the whole plan, by rank
  for (const document::Rectangle& r : whole.rectangles) {
    processors.push_back(r.processor);
    speeds.processors.push_back(all.processors[static_cast<std::size_t>(r.processor)]);
  }
  Cluster cluster = make_cluster(std::move(speeds), simulate::Messages::between_work);
  const std::vector<partition::Part> parts = partition::schedule(plan, sizeof(Real));
  const auto costs = partition::costs_of(plan, cluster.speeds, parts);
  Interconnect interconnect(cluster);
  std::vector<std::unique_ptr<Training<Real>>> ranks(parts.size());
  on_all_ranks(cluster, [&](int rank) {
    const auto r = static_cast<std::size_t>(rank);
    ranks[r] = std::make_unique<Training<Real>>(interconnect, rank, parts[r], costs[r], options,
                                                static_cast<int>(processors[r]));
    ranks[r]->train();
  });

  document::Report report;
  for (std::size_t p = 0; p < all.processors.size(); ++p)
    report.processors.push_back(line_of(all.processors[p], 0, {}));
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    const auto cells = static_cast<double>(parts[r].samples.count * parts[r].hidden.count);
    const auto p = static_cast<std::size_t>(processors[r]);
    report.processors[p] = line_of(all.processors[p], cells * static_cast<double>(ranks[r]->done()), ranks[r]->times());
  }
  for (std::size_t p = 0; p < report.processors.size(); ++p) report.processors[p].rank = static_cast<std::int64_t>(p);
  const Training<Real>& root = *ranks.front();
  report.iterations = root.done();
  if (root.done() > 0) report.seconds_per_iteration = root.seconds() / static_cast<double>(root.done());
  report.stopped = root.done() >= options.iterations ? "iterations" : root.stopped();
  report.result = {{"seconds", root.iteration_s()}};
  return report;
}

}  // namespace

document::Report run_bp(const document::Job& job, document::Speeds speeds, const MakeCluster& make_cluster) {
  const auto plan = document::of_json(job.plan, "/plan", {"partition"}).as(document::partition_from_json);
  const auto options = document::bp_options_from_json(job.input, job.options);
  refuse_results(options, job.options);
  document::require_processors(options.slow, std::ssize(plan.cluster));
  if (speeds.processors.empty() && !plan.speeds.is_null()) speeds = document::speeds_from_json(plan.speeds);
  require_speeds(speeds, plan.cluster.size());
  const auto form = plan.kernel_options.find("input");
  const std::string input = form == plan.kernel_options.end() ? "" : form->get<std::string>();
  if (const auto other = partition::other_kernel(speeds, plan.network, input)) throw InputError(*other);
  const bool single = options.precision == "single";
  document::Report report =
      single ? train<float>(plan, options, speeds, make_cluster) : train<double>(plan, options, speeds, make_cluster);
  report.of = report.kernel = "bp";
  report.kernel_options = {{"network", document::text_of(plan.network)}};
  if (!input.empty()) report.kernel_options["input"] = input;
  if (!single) report.kernel_options["precision"] = options.precision;
  report.unit = "hidden unit x sample";
  if (single) report.predicted_seconds_per_iteration = plan.predicted.seconds;
  return report;
}

}  // namespace uneven::simulated
