// SPDX-License-Identifier: MIT
#include "hbsp/matmul.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "document/hbsp_matmul.hpp"
#include "document/options/plan_options.hpp"
#include "hbsp/schedule.hpp"
#include "matmul/stop.hpp"
#include "simulated/runs.hpp"

namespace uneven::simulated {

namespace {

/// One rank's part of a product: matmul::Multiplier without its matrices.
template <class Real>
class Product : private NoData {
 public:
  Product(const document::HbspMatmul& plan, int rank, Transport& transport, const std::vector<int>& members,
          const document::MatmulOptions& options)
      : NoData(sizeof(Real)),
        panels_(hbsp::panels(plan)),
        places_(std::ssize(hbsp::places(plan))),
        list_(hbsp::schedule(plan, rank, sizeof(Real))),
        stop_(transport, rank, members, options.max_seconds, hbsp::tag_others, panels_.size()),
        performer_(list_, transport, *this, {}) {}

  /// @return  columns of A that were multiplied.
  std::int64_t multiply() {
    performer_.perform();
    stop_.finish();
    return done_;
  }

  const schedule::Times& times() const { return performer_.times(); }
  const char* stopped() const { return stop_.reason(); }

 private:
  void work(const schedule::Work& work) override {
    if (work.name == hbsp::task_ask && stop_.before_panel(static_cast<std::size_t>(work.index)))
      performer_.end_early(work.index + places_);
    if (work.name == hbsp::task_multiply) done_ += panels_[static_cast<std::size_t>(work.index)].count;
  }
  void meanwhile() override { stop_.progress(); }

  std::vector<document::Range> panels_;
  std::int64_t places_;
  schedule::Schedule list_;
  matmul::Stop stop_;
  schedule::Performer<Real> performer_;
  std::int64_t done_ = 0;
};

struct PartOutcome {
  double seconds = 0;
  double work = 0;  ///< multiply-adds
  schedule::Times times;
  const char* stopped = nullptr;
};

template <class Real>
std::vector<PartOutcome> multiply(const document::HbspMatmul& plan, const document::MatmulOptions& options,
                                  Cluster& cluster) {
  const auto costs = hbsp::costs_of(plan, hbsp::speeds_in(plan, cluster.speeds), cluster.speeds);
  std::vector<int> members;
  std::vector<double> cells(costs.size(), 0.0);
  for (const document::MatrixPart& part : plan.rectangles) {
    members.push_back(static_cast<int>(part.processor));
    cells[static_cast<std::size_t>(part.processor)] = static_cast<double>(part.cells());
  }
  std::vector<PartOutcome> outcomes(costs.size());
  Interconnect interconnect(cluster);
  on_all_ranks(cluster, [&](int rank) {
    const auto r = static_cast<std::size_t>(rank);
    if (cells[r] == 0) return;
    Transport transport(interconnect, rank, costs[r]);
    Product<Real> product(plan, rank, transport, members, options);
    const double start = transport.now();
    const auto columns = static_cast<double>(product.multiply());
    outcomes[r] = {transport.now() - start, cells[r] * columns, product.times(), product.stopped()};
  });
  return outcomes;
}

}  // namespace

document::Report run_matmul(const document::Job& job, const Setting& setting) {
  const document::Speeds& speeds = setting.speeds;
  const auto plan = document::from_json<document::HbspMatmul>(job.plan);
  const auto options = document::options_from_json<document::MatmulOptions>(job.input, job.options);
  refuse_option(job.options, "c", options.c.has_value());
  refuse_option(job.options, "check", options.check);
  require_speeds(speeds, plan.cluster.size());
  if (!speeds.kernel.empty() && !hbsp::are_matmul_speeds(speeds))
    throw InputError("the speeds are of kernel " + shown(speeds.kernel) + ", not matmul");
  Cluster cluster = setting.make_cluster(speeds, simulate::Messages::between_work);
  const bool single = options.precision == "single";
  const auto outcomes = single ? multiply<float>(plan, options, cluster) : multiply<double>(plan, options, cluster);

  document::Report report;
  double work = 0;
  for (std::size_t r = 0; r < outcomes.size(); ++r) {
    report.processors.push_back(line_of(speeds.processors[r], outcomes[r].work, outcomes[r].times));
    report.processors.back().rank = static_cast<std::int64_t>(r);
    report.seconds_per_iteration = std::max(report.seconds_per_iteration, outcomes[r].seconds);
    if (outcomes[r].stopped) report.stopped = outcomes[r].stopped;
    work += outcomes[r].work;
  }
  report.of = report.kernel = "matmul";
  report.unit = "multiply-add";
  if (single) report.kernel_options["precision"] = options.precision;
  report.iterations = report.stopped ? 0 : 1;
  if (options.precision == hbsp::precision_of(plan.kernel_options))
    report.predicted_seconds_per_iteration = hbsp::predicted_seconds(plan);
  const double seconds = report.seconds_per_iteration;
  report.result = {{"seconds", seconds}, {"gflop_per_s", seconds > 0 ? 2e-9 * work / seconds : 0}};
  return report;
}

}  // namespace uneven::simulated
