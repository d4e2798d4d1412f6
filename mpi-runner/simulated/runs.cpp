// SPDX-License-Identifier: MIT
#include "simulated/runs.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "document/describe/type.hpp"
#include "document/options/plan_options.hpp"
#include "document/reduction_tree.hpp"
#include "elements/tree_sum.hpp"
#include "reduction/operators.hpp"
#include "reduction/prediction.hpp"
#include "statistics/estimate.hpp"

namespace uneven::simulated {

document::Report run(const document::Job& job, const Setting& setting) {
  using Run = document::Report (*)(const document::Job&, const Setting&);
  static const std::map<std::string, Run> runs{
      {"bp", run_bp},         {"bsp", run_elements},        {"command", run_command},
      {"matmul", run_matmul}, {"reduction", run_reduction}, {"search", run_search}};
  const auto found = runs.find(job.run);
  if (found == runs.end())
    throw InputError("/run: found " + document::excerpt(job.run) +
                     "; expected one that can be simulated: bp, bsp, command, matmul, reduction or search");
  if (!setting.slow_cards.empty() && job.run != "bp")
    throw InputError("/run: found " + document::excerpt(job.run) + "; expected bp, for which --link is");
  if (!setting.loads.empty() && job.run != "bsp")
    throw InputError("/run: found " + document::excerpt(job.run) + "; expected bsp, for which --load is");
  if (setting.compute && job.run != "bp")
    throw InputError("/run: found " + document::excerpt(job.run) + "; expected bp, whose work can be computed");
  document::Report report = found->second(job, setting);
  report.simulated = true;
  return report;
}

void on_all_ranks(const Cluster& cluster, const std::function<void(int rank)>& work) {
  std::exception_ptr fault;
  std::size_t done = 0;
  for (std::size_t rank = 0; rank < cluster.hosts.size(); ++rank) {
    const auto body = [&, rank] {
      try {
        work(static_cast<int>(rank));
        ++done;
      } catch (const simgrid::ForcefulKillException&) {
        throw;
      } catch (...) {
        if (!fault) fault = std::current_exception();
        simgrid::s4u::Actor::kill_all();
      }
    };
    simgrid::s4u::Actor::create("rank-" + std::to_string(rank), cluster.hosts[rank], body);
  }
  simgrid::s4u::Engine::get_instance()->run();
  if (fault) std::rethrow_exception(fault);
  if (done < cluster.hosts.size())
    throw SystemError(std::to_string(cluster.hosts.size() - done) + " simulated ranks wait for ever");
}

document::RankReport line_of(const document::MeasuredProcessor& processor, double work, const schedule::Times& times) {
  document::RankReport line;
  line.host = processor.host.value_or("");
  line.cpu = processor.cpu.value_or("");
  line.work = work;
  line.compute_s = times.compute_s;
  line.communicate_s = times.communicate_s;
  line.wait_s = times.wait_s;
  return line;
}

void require_speeds(const document::Speeds& speeds, std::size_t processors) {
  if (speeds.processors.empty())
    throw InputError(
        "the plan does not hold the speeds and the network that it was made for; expected --cluster SPEEDS");
  if (speeds.processors.size() != processors)
    throw InputError("/plan/cluster: has " + std::to_string(processors) + " processors; the speeds are of " +
                     std::to_string(speeds.processors.size()));
}

void refuse_option(const document::Json& options, const char* key, bool given, const std::string& where) {
  if (given)
    throw InputError(std::string("/options/") + key + ": found " + document::excerpt(options.at(key)) +
                     "; expected none " + where);
}

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
    transport.record(trace::Phase::round, start, round + 1);
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
  if (options.operation == "concat" || options.user_operator)
    throw InputError("/options/operator: found " + document::excerpt(options.operation) +
                     "; expected an operator of numbers that comes with uneven, whose lengths are known");
  refuse_option(job.options, "against_mpi", options.against_mpi);
  const std::size_t processors = plan.cluster.empty() ? speeds.processors.size() : plan.cluster.size();
  require_speeds(speeds, processors);
  if (!speeds.operation_s_per_element) throw InputError("/operation_s_per_element: was not measured; expected a time");
  const bool single = options.type == document::NumberType::float32;
  const auto numbers = options.elements * reduction::width_of(options.operation);
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

namespace {

/// A rank at its rounds.
class Worker : public NoData {
 public:
  explicit Worker(double work_s) : NoData(1), work_s_(work_s) {}
  simulate::Costs costs() {
    simulate::Costs costs;
    costs.work = [this](const schedule::Work& work) {
      return work.name == elements::task_step ? std::optional(work_s_ / speed) : std::nullopt;
    };
    return costs;
  }
  double speed = 1;  ///< in this round, as a share of its own

 private:
  double work_s_;
};

std::vector<RoundsDone> perform(const Rounds& rounds, Cluster& cluster) {
  std::vector<RoundsDone> done(rounds.lists.size());
  Interconnect interconnect(cluster);
  on_all_ranks(cluster, [&](int rank) {
    const auto r = static_cast<std::size_t>(rank);
    // CPU time; a rank with a share of its core takes as long as the speeds say.
    Worker worker(rounds.times[r].seconds(static_cast<double>(rounds.units[r])) * cluster.platform.endpoints[r].share);
    Transport transport(interconnect, rank, worker.costs());
    schedule::Performer<double> performer(rounds.lists[r], transport, worker, {});
    for (std::int64_t round = 1; round <= rounds.count; ++round) {
      worker.speed = document::speed_in(rounds.slow, rank, round);
      const double start = transport.now();
      performer.perform();
      transport.record(trace::Phase::round, start, round);
      done[r].seconds.push_back(transport.now() - start);
    }
    transport.catch_up();
    done[r].times = performer.times();
    done[r].units = static_cast<double>(rounds.units[r] * rounds.count);
  });
  return done;
}

}  // namespace

document::Report report_of(const std::vector<RoundsDone>& done, const document::Speeds& speeds) {
  document::Report report;
  double longest = 0;
  for (std::size_t r = 0; r < done.size(); ++r) {
    report.processors.push_back(line_of(speeds.processors[r], done[r].units, done[r].times));
    report.processors.back().rank = static_cast<std::int64_t>(r);
    longest = std::max(longest, std::accumulate(done[r].seconds.begin(), done[r].seconds.end(), 0.0));
  }
  report.iterations = std::ssize(done.front().seconds);
  report.seconds_per_iteration = longest / static_cast<double>(report.iterations);
  report.result = {{"seconds", done.front().seconds}};
  return report;
}

document::Report simulate_rounds(const Rounds& rounds, const document::Speeds& speeds, const Setting& setting) {
  Cluster cluster = setting.make_cluster(speeds, simulate::Messages::between_work);
  return report_of(perform(rounds, cluster), speeds);
}

/// The time of units by what the plan followed.
std::vector<shares::TimeModel> times_of(const document::Speeds& speeds, bool curves) {
  return shares::time_models(speeds, {.are_seconds = true, .curves = curves});
}

std::vector<std::int64_t> counts_of(const document::HbspElements& plan) {
  std::vector<std::int64_t> counts(plan.cluster.size(), 0);
  for (const auto& entry : plan.placement) counts[static_cast<std::size_t>(entry.processor)] = entry.elements.count;
  return counts;
}

void require_unit_speeds(const document::Speeds& speeds, const std::optional<std::string>& kernel) {
  if (kernel && !speeds.kernel.empty() && speeds.kernel != *kernel)
    throw InputError("the speeds are of kernel " + document::excerpt(speeds.kernel) + ", not " + *kernel);
}

}  // namespace uneven::simulated
