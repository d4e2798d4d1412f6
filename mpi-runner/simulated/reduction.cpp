// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "document/options/reduction_options.hpp"
#include "document/reduction_tree.hpp"
#include "reduction/operators.hpp"
#include "reduction/prediction.hpp"
#include "reduction/schedule.hpp"
#include "simulated/runs.hpp"
#include "statistics/estimate.hpp"

namespace uneven::simulated {

namespace {

/// What a rank did in all rounds.
struct RoundsOutcome {
  schedule::Times times;
  std::vector<double> seconds;  ///< of each round
};

/// Rounds of a reduction; all ranks begin each at one moment.
template <class T>
RoundsOutcome reduce(Transport& transport, simgrid::s4u::BarrierPtr barrier, const schedule::Schedule& list,
                     std::int64_t rounds) {
  NoData data(sizeof(T));
  schedule::Performer<T> performer(list, transport, data, {});
  RoundsOutcome outcome;
  for (std::int64_t round = 0; round < rounds; ++round) {
    transport.catch_up();
    barrier->wait();
    const double start = transport.now();
    performer.perform();
    outcome.seconds.push_back(transport.now() - start);
  }
  outcome.times = performer.times();
  return outcome;
}

}  // namespace

document::Report run_reduction(const document::Job& job, const Setting& setting) {
  const document::Speeds& speeds = setting.speeds;
  const auto plan = document::from_json<document::ReductionTree>(job.plan);
  auto input = job.input;
  if (!input.contains("elements") && plan.elements) input["elements"] = *plan.elements;
  const auto options = document::options_from_json<document::ReductionOptions>(input, job.options);
  if (options.operation == "concat")
    throw InputError("/options/operator: found \"concat\"; expected an operator of numbers, whose lengths are known");
  refuse_option(job.options, "against_mpi", options.against_mpi);
  const std::size_t processors = plan.cluster.empty() ? speeds.processors.size() : plan.cluster.size();
  require_speeds(speeds, processors);
  if (!speeds.operation_s_per_element) throw InputError("/operation_s_per_element: was not measured; expected a time");
  const bool single = options.type == document::NumberType::float32;
  const auto numbers = reduction::numbers_in(options.operation, options.elements);
  const reduction::Vectors vectors{numbers, numbers / options.elements, single ? 4 : 8};
  Cluster cluster = setting.make_cluster(speeds, simulate::Messages::at_one_moment);
  const auto costs = reduction::costs_of(plan, vectors, cluster.speeds);
  std::vector<RoundsOutcome> outcomes(processors);
  const auto barrier = simgrid::s4u::Barrier::create(static_cast<unsigned>(processors));
  Interconnect interconnect(cluster);
  on_all_ranks(cluster, [&](int rank) {
    const auto r = static_cast<std::size_t>(rank);
    const schedule::Schedule list = reduction::schedule(plan, rank, vectors);
    Transport transport(interconnect, rank, costs[r]);
    outcomes[r] = single ? reduce<float>(transport, barrier, list, options.repeat)
                         : reduce<double>(transport, barrier, list, options.repeat);
  });

  document::Report report;
  for (std::size_t r = 0; r < processors; ++r) {
    const auto node = std::ranges::find(plan.processors, static_cast<std::int64_t>(r), &document::TreeNode::processor);
    const bool member = node != plan.processors.end();
    const auto operations = member ? node->items.count - 1 + std::ssize(node->children) : 0;
    report.processors.push_back(line_of(
        speeds.processors[r], static_cast<double>(operations * options.elements * options.repeat), outcomes[r].times));
    report.processors.back().rank = static_cast<std::int64_t>(r);
  }
  report.of = report.kernel = "reduction";
  report.unit = "operation on an element";
  report.iterations = options.repeat;
  report.seconds_per_iteration = statistics::median(outcomes[static_cast<std::size_t>(root_of(plan))].seconds);
  if (!single && numbers == plan.elements) report.predicted_seconds_per_iteration = plan.predicted_s;
  report.result = {{"operator", options.operation}, {"items", plan.items},           {"shape", name_of(plan.shape)},
                   {"segments", plan.segments},     {"type", name_of(options.type)}, {"elements", options.elements}};
  return report;
}

}  // namespace uneven::simulated
