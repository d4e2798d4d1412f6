// SPDX-License-Identifier: MIT
#include "simulated/training.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "document/document.hpp"
#include "document/options/plan_options.hpp"
#include "document/partition.hpp"
#include "partition/predict/iteration.hpp"
#include "partition/predict/time_model.hpp"
#include "partition/replan/replanner.hpp"
#include "partition/schedule.hpp"
#include "simulated/results.hpp"
#include "simulated/runs.hpp"

namespace uneven::simulated {

namespace {

/// Sums of lengths.
template <class Real>
std::vector<Real*> no_buffers(const partition::Part& part) {
  return std::vector<Real*>(static_cast<std::size_t>(part.in_flight) + 2 * part.groups.size(), nullptr);
}

}  // namespace

template <class Real>
DeclaredIteration<Real>::DeclaredIteration(schedule::Transport& transport, const partition::Part& part,
                                           std::function<void()> meanwhile)
    : NoData(sizeof(Real)),
      meanwhile_(std::move(meanwhile)),
      performer_(part.schedule, transport, *this, no_buffers<Real>(part)) {}

template <class Real>
void DeclaredIteration<Real>::iterate(const std::function<void(double error)>& agree) {
  agree_ = &agree;
  performer_.perform();
}

template <class Real>
void DeclaredIteration<Real>::work(const schedule::Work& work) {
  if (work.name == partition::task_begin) meanwhile_();
}

template <class Real>
Training<Real>::Training(Interconnect& interconnect, int rank, const partition::Part& part, simulate::Costs costs,
                         const document::BpOptions& options, int processor, Cards& cards)
    : options_(options),
      rank_(rank),
      processor_(processor),
      cards_(cards),
      part_(part),
      transport_(interconnect, rank, std::move(costs)),
      control_(transport_, part.schedule, options),
      declared_(transport_, part, [this] { control_.push_along(); }) {}

template <class Real>
void Training<Real>::compute_on(const perceptron::Samples<Real>& samples) {
  trainer_ = std::make_unique<partition::Trainer<Real>>(transport_, part_, samples, [this] { control_.push_along(); });
}

template <class Real>
void Training<Real>::train() {
  start_ = transport_.now();
  while (go_on_ && done_ < options_.iterations) iterate();
  control_.finish();
  require_finite();
  seconds_ = transport_.now() - start_;
}

template <class Real>
void Training<Real>::iterate() {
  cards_.begin(rank_, done_ + 1);
  before_ = performed().compute_s;
  iteration_ = transport_.now();
  if (trainer_)
    trainer_->iterate(static_cast<Real>(learning_rate()), static_cast<Real>(options_.momentum),
                      [this](double error) { agree(error, trainer_->finite()); });
  else
    declared_.iterate([this](double error) { agree(error, true); });
  const schedule::Times& so_far = performed();
  times_ = {so_far.compute_s + idle_s_, so_far.communicate_s, so_far.wait_s};
  require_finite();
}

/// All ranks learn of it after the same iteration.
template <class Real>
void Training<Real>::require_finite() const {
  if (rank_ == 0 && control_.diverged() > 0) throw bp::divergence(control_.diverged(), learning_rate());
}

template <class Real>
void Training<Real>::agree(double error, bool finite) {
  ++done_;
  double compute_s = performed().compute_s - before_;
  if (const double speed = document::speed_in(options_.slow, processor_, done_); speed < 1) {
    const double idle_s = compute_s * (1 / speed - 1);
    transport_.pass(idle_s);
    idle_s_ += idle_s;
    compute_s += idle_s;
  }
  iteration_s_.push_back(transport_.now() - iteration_);
  go_on_ = control_.go_on({error, finite, compute_s, transport_.now() - start_});
}

template class DeclaredIteration<float>;
template class DeclaredIteration<double>;
template class Training<float>;
template class Training<double>;

namespace {

template <class Real>
document::Report train(const document::Partition& whole, const document::BpOptions& options,
                       const document::Speeds& all, const Setting& setting) {
  document::Partition plan = partition::without_left_out(whole);
  document::Speeds speeds = all;
  speeds.processors.clear();
  std::vector<std::int64_t> processors;  // of the whole plan, by rank
  for (const document::Rectangle& r : whole.rectangles) {
    processors.push_back(r.processor);
    speeds.processors.push_back(all.processors[static_cast<std::size_t>(r.processor)]);
  }
  Cluster cluster = setting.make_cluster(std::move(speeds), simulate::Messages::between_work);
  const std::vector<partition::Part> parts = partition::schedule(plan, sizeof(Real));
  const auto costs = partition::costs_of(plan, cluster.speeds, parts);
  std::optional<TrainingData<Real>> data;
  if (setting.compute) data = load<Real>(options, plan, parts);
  require_cards(setting.slow_cards, cluster, all);
  Cards cards(setting.slow_cards, cluster);
  Interconnect interconnect(cluster);
  std::vector<std::unique_ptr<Training<Real>>> ranks(parts.size());
  on_all_ranks(cluster, [&](int rank) {
    const auto r = static_cast<std::size_t>(rank);
    ranks[r] = std::make_unique<Training<Real>>(interconnect, rank, parts[r], costs[r], options,
                                                static_cast<int>(processors[r]), cards);
    if (data) begin(*ranks[r], *data, r, parts[r], options, plan.network);
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
  if (root.done() >= options.iterations)
    report.stopped = "iterations";
  else if (root.stopped())
    report.stopped = root.stopped();
  report.result = {{"seconds", root.iteration_s()}};
  report.kernel_options = {{"network", document::text_of(plan.network)}};
  if (options.precision != "single") report.kernel_options["precision"] = options.precision;
  if (data) finish(report, options, plan, ranks, data->samples.front().sparse);
  return report;
}

}  // namespace

document::Report run_bp(const document::Job& job, const Setting& setting) {
  const auto plan = document::of_json(job.plan, "/plan", {"partition"}).as<document::Partition>();
  auto options = document::options_from_json<document::BpOptions>(job.input, job.options);
  prepare(options, job, plan, setting);
  document::require_processors(options.slow, std::ssize(plan.cluster));
  document::Speeds speeds = setting.speeds;
  if (speeds.processors.empty() && !plan.speeds.is_null()) speeds = document::from_json<document::Speeds>(plan.speeds);
  require_speeds(speeds, plan.cluster.size());
  const auto form = plan.kernel_options.find("input");
  const std::string input = form == plan.kernel_options.end() ? "" : form->get<std::string>();
  if (const auto other = partition::other_kernel(speeds, plan.network, input)) throw InputError(*other);
  const bool single = options.precision == "single";
  document::Report report =
      single ? train<float>(plan, options, speeds, setting) : train<double>(plan, options, speeds, setting);
  report.of = report.kernel = "bp";
  if (!input.empty() && !setting.compute) report.kernel_options["input"] = input;
  report.unit = "hidden unit x sample";
  const bool as_planned = !setting.compute || input.empty() || report.kernel_options["input"] == input;
  if (single && as_planned) report.predicted_seconds_per_iteration = plan.predicted.seconds;
  return report;
}

}  // namespace uneven::simulated
