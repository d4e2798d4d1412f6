// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "document/writer.hpp"
#include "partition/asked.hpp"
#include "partition/chain/chain.hpp"
#include "partition/chain/weighing.hpp"
#include "partition/memory.hpp"

namespace uneven::partition {

namespace {

constexpr std::int64_t most_processors_of_chain = 4096;
constexpr double most_weights = 1e15, most_values = 4e18;  // so that all sums fit into 64 bits

void require_possible(const ChainProblem& chain, const Options& options, std::int64_t processors) {
  if (options.balance == Balance::time) throw UsageError("--balance time: is for networks of one hidden layer");
  if (processors > most_processors_of_chain)
    throw UsageError("found " + std::to_string(processors) + " processors; expected at most " +
                     std::to_string(most_processors_of_chain) + " for several hidden layers");
  require_processors(options, processors);
  const auto samples = static_cast<double>(chain.samples), copies = static_cast<double>(processors);
  for (std::size_t layer = 0; layer < chain.layers(); ++layer) {
    const auto inputs = static_cast<double>(chain.units[layer]), outputs = static_cast<double>(chain.units[layer + 1]);
    if (inputs * outputs > most_weights || outputs * samples * copies > most_values)
      throw InputError("more than 10^15 weights between two layers, or than 4 x 10^18 values of a layer on all " +
                       std::string("processors, which is too many to add up"));
  }
}

document::Moved moved(const Weighing& weighing, const Placement& from, const Placement& to) {
  const Exchange found = exchange(from, to);
  document::Moved moved{found.elements(), found.largest(), {}};
  if (weighing.time) moved.seconds = weighing.time->exchange_seconds(from, to);
  return moved;
}

document::Layer layer_of(const Weighing& weighing, std::size_t number, const document::Speeds& speeds) {
  const LayerCandidate& chosen = weighing.layers[number][weighing.chain.chosen[number]];
  const Rounded rounded{chosen.rounded->layout, chosen.rounded->shape.whole, chosen.rounded->small_group};
  document::Partition one = partition_of(rounded, problem_of(weighing.problem, number, chosen.cut), speeds);
  document::Layer layer;
  layer.inputs = weighing.problem.units[number];
  layer.outputs = weighing.problem.units[number + 1];
  layer.cut = chosen.cut;
  layer.method = chosen.row.method;
  layer.order = chosen.row.order;
  layer.small_group = chosen.row.small_group;
  layer.predicted.elements = chosen.row.elements;
  layer.predicted.imbalance = finite(imbalance(one), "imbalance");
  if (weighing.time) layer.predicted.seconds = weighing.time->layer_seconds(number, chosen.cut, chosen.rounded->shape);
  layer.columns = std::move(one.columns);
  for (const document::Rectangle& r : one.rectangles) layer.rectangles.push_back({r});
  layer.left_out = std::move(one.left_out);
  return layer;
}

/// The bound of the chain that was chosen: see chain_bound().
double lower_bound(const Weighing& weighing, const document::Speeds& speeds) {
  const Cluster cluster(document::speeds_of(speeds));
  std::vector<std::vector<std::int64_t>> whole(weighing.layers.size());
  for (std::size_t layer = 0; layer < whole.size(); ++layer) {
    const std::int64_t count = weighing.layers[layer][weighing.chain.chosen[layer]].row.processors;
    for (const std::int64_t processor : cluster.fastest(count)) whole[layer].push_back(cluster.whole[processor]);
  }
  return chain_bound(weighing.problem, whole);
}

/// By how much the work of all layers, each as slow as its slowest processor, takes longer than if it were balanced.
double imbalance_of(const std::vector<document::Layer>& layers) {
  double all = 0, longer = 0;
  for (const document::Layer& layer : layers) {
    const double weights = static_cast<double>(layer.inputs) * static_cast<double>(layer.outputs);
    all += weights;
    longer += weights * layer.predicted.imbalance;
  }
  return longer / all;
}

/// The best chains in which all layers have as many columns, of as many processors as any may use; ascending.
std::vector<document::Candidate> with_as_many_columns(const Weighing& weighing, const document::Speeds& speeds) {
  std::int64_t processors = 0;
  std::set<std::int64_t> numbers;
  for (const LayerCandidate& candidate : weighing.layers.front()) {
    processors = std::max(processors, candidate.row.processors);
    numbers.insert(candidate.row.columns);
  }
  std::vector<document::Candidate> rows;
  for (const std::int64_t columns : numbers) {
    const auto allowed = [&](const LayerCandidate& candidate) {
      return candidate.row.columns == columns && candidate.row.processors == processors;
    };
    if (!std::ranges::all_of(weighing.layers, [&](const auto& layer) { return std::ranges::any_of(layer, allowed); }))
      continue;
    const Chain chain = cheapest_chain(weighing.layers, weighing.move, allowed);
    const ChainTotals totals(weighing, chain.chosen);
    document::Candidate row = weighing.layers.front()[chain.chosen.front()].row;
    row.elements = totals.elements;
    row.lower_bound = 0;
    row.seconds = totals.seconds;
    row.fits = fits_memory(weighing, chain.chosen, speeds);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

double chain_bound(const ChainProblem& chain, const std::vector<std::vector<std::int64_t>>& ascending) {
  double sum = 0;
  for (std::size_t layer = 0; layer < chain.layers(); ++layer) {
    const auto bound = [&](document::Side cut) {
      return LowerBound(ascending[layer], problem_of(chain, layer, cut)).elements();
    };
    sum += layer == 0 ? bound(document::Side::outputs)
                      : std::min(bound(document::Side::outputs), bound(document::Side::inputs));
  }
  return sum;
}

std::optional<double> chain_bound(const document::Partition& plan) {
  const auto is_whole = [](const document::Layer& layer) { return layer.left_out.empty(); };
  if (!std::ranges::all_of(plan.layers, is_whole)) return std::nullopt;
  auto whole = whole_speeds(document::speeds_of(plan.cluster));
  std::ranges::sort(whole);
  const double bound =
      chain_bound({document::units_of(plan), plan.samples, plan.collective}, std::vector(plan.layers.size(), whole));
  return std::min(plan.predicted.elements, bound);
}

std::optional<document::Partition> plan_chain_within_memory(const document::Speeds& measured,
                                                            const std::vector<std::int64_t>& units,
                                                            const Options& asked, const document::Partition* before,
                                                            bool quick) {
  const document::Speeds speeds = with_network(measured);
  Options options = asked;
  options.objective = objective_of(options);
  const auto all = std::ssize(speeds.processors);
  require_possible({units, options.samples, Collective::linear}, options, all);
  const auto obstacle = why_no_seconds(speeds, units);
  if (options.objective == Objective::seconds && obstacle) throw InputError(*obstacle);
  const auto best = weigh({speeds, units, options, !obstacle, before, quick});
  if (!best) return {};

  document::Partition plan;
  plan.network = {units.front(), 0, units.back()};
  plan.hidden_layers.assign(units.begin() + 1, units.end() - 1);
  for (const std::int64_t hidden : plan.hidden_layers) plan.network.hidden += hidden;
  plan.samples = options.samples;
  plan.objective = *options.objective;
  plan.collective = best->problem.collective;
  if (best->shrunk) plan.balance = document::Balance::memory;
  if (memory_is_known(speeds)) plan.input = "dense";
  document::Speeds without_trees = speeds;  // sums follow binomial trees
  without_trees.network.reset();
  std::set<std::int64_t> at_work;
  for (std::size_t layer = 0; layer < best->layers.size(); ++layer) {
    plan.layers.push_back(layer_of(*best, layer, without_trees));
    for (const document::Rectangle& r : plan.layers.back().rectangles) at_work.insert(r.processor);
    if (layer == 0) continue;
    const LayerCandidate &lower = best->layers[layer - 1][best->chain.chosen[layer - 1]],
                         &upper = best->layers[layer][best->chain.chosen[layer]];
    plan.moves.push_back(
        {units[layer], moved(*best, lower.above, upper.below), moved(*best, upper.below, lower.above)});
  }
  plan.method = plan.layers.front().method;
  plan.order = plan.layers.front().order;
  for (std::int64_t processor = 0; processor < all; ++processor)
    if (!at_work.contains(processor)) plan.left_out.push_back(processor);
  const ChainTotals totals(*best, best->chain.chosen);
  plan.predicted = {totals.elements,
                    std::min(totals.elements, lower_bound(*best, speeds)),
                    finite(imbalance_of(plan.layers), "imbalance"),
                    totals.seconds,
                    {}};
  if (options.compare) plan.candidates = with_as_many_columns(*best, speeds);
  plan.cluster = document::cluster_of(speeds);
  if (options.objective == Objective::seconds && measured.network) plan.speeds = document::json_of(speeds);
  return plan;
}

document::Partition plan_chain(const document::Speeds& speeds, const std::vector<std::int64_t>& units,
                               const Options& options) {
  if (auto plan = plan_chain_within_memory(speeds, units, options)) return std::move(*plan);
  Options fewer = options;
  fewer.objective = Objective::elements;
  if (fewer.method == Method::best) fewer.method = Method::columns;
  fewer.small_group = 0;
  fewer.compare = false;
  throw InputError(what_fits(document::text_of(units), options.samples, [&](std::int64_t samples) {
    fewer.samples = samples;
    return plan_chain_within_memory(speeds, units, fewer, nullptr, true).has_value();
  }));
}

}  // namespace uneven::partition
