// SPDX-License-Identifier: MIT
#include "partition/chain/weighing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "partition/asked.hpp"
#include "partition/chain/memory.hpp"
#include "partition/memory.hpp"
#include "partition/search/methods.hpp"
#include "shares/block_search.hpp"

namespace uneven::partition {

namespace {

bool any(const LayerCandidate&) { return true; }

/// Leaves the candidates of a layer that have as many columns as it had before, and by seconds as many processors.
void keep_sizes(std::vector<LayerCandidate>& candidates, const document::Layer& before, bool by_seconds) {
  const auto others = [&](const LayerCandidate& candidate) {
    return candidate.row.columns != std::ssize(before.columns) ||
           (by_seconds && candidate.row.processors != std::ssize(before.rectangles));
  };
  if (!std::ranges::all_of(candidates, others)) std::erase_if(candidates, others);
}

std::vector<double> bytes_of(const Weighing& weighing, const std::vector<std::size_t>& chosen,
                             const std::vector<double>& speeds) {
  std::vector<std::vector<LayerHold>> layers;
  for (std::size_t layer = 0; layer < chosen.size(); ++layer) {
    const LayerCandidate& one = weighing.layers[layer][chosen[layer]];
    layers.push_back(layer_holds(weighing.problem, layer, one.cut, one.rounded->shape, speeds));
  }
  return chain_bytes(weighing.problem, layers, planned_element_bytes);
}

/// Of what a processor holds, as a part of its memory; 0 where that is not known.
double part_of_memory(double bytes, const document::MeasuredProcessor& processor) {
  return processor.memory_bytes ? bytes / static_cast<double>(*processor.memory_bytes) : 0;
}

bool all_fit(const std::vector<double>& bytes, const document::Speeds& speeds) {
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (part_of_memory(bytes[i], speeds.processors[i]) > 1) return false;
  return true;
}

/// The part of its memory that a candidate takes, but for sums over groups, at the processor where that part is
/// largest.
double largest_part(const Weighing& weighing, std::size_t layer, std::size_t candidate,
                    const document::Speeds& speeds) {
  const LayerCandidate& one = weighing.layers[layer][candidate];
  const auto holds =
      layer_holds(weighing.problem, layer, one.cut, one.rounded->shape, document::speeds_of(speeds), false);
  double largest = 0;
  for (std::size_t i = 0; i < holds.size(); ++i) {
    const double numbers = holds[i].held + holds[i].column;
    largest = std::max(largest, part_of_memory(numbers * planned_element_bytes, speeds.processors[i]));
  }
  return largest;
}

double cost_of(const Weighing& weighing, const std::vector<std::size_t>& chosen) {
  double cost = 0;
  for (std::size_t layer = 0; layer < chosen.size(); ++layer) {
    const LayerCandidate& here = weighing.layers[layer][chosen[layer]];
    cost += here.cost;
    if (layer > 0) cost += weighing.move(weighing.layers[layer - 1][chosen[layer - 1]], here, no_limit);
  }
  return cost;
}

/// Chooses the cheapest chain, or one that fits if a price of memory finds one; else the last that was tried.
void choose(Weighing& weighing, const document::Speeds& speeds) {
  constexpr double least_price = 1.0 / 16, step = 16;  // of the cheapest chain's cost, for all of the memory
  constexpr int prices = 6;
  weighing.chain = cheapest_chain(weighing.layers, weighing.move, any);
  if (!memory_is_known(speeds)) return;
  weighing.bytes = bytes_of(weighing, weighing.chain.chosen, document::speeds_of(speeds));
  weighing.fits = all_fit(weighing.bytes, speeds);
  if (weighing.fits) return;
  std::vector<std::vector<double>> costs(weighing.layers.size()), parts = costs;
  for (std::size_t layer = 0; layer < costs.size(); ++layer)
    for (std::size_t i = 0; i < weighing.layers[layer].size(); ++i) {
      costs[layer].push_back(weighing.layers[layer][i].cost);
      parts[layer].push_back(largest_part(weighing, layer, i, speeds));
    }
  const auto take_price = [&](double price) {
    for (std::size_t layer = 0; layer < costs.size(); ++layer)
      for (std::size_t i = 0; i < costs[layer].size(); ++i)
        weighing.layers[layer][i].cost = costs[layer][i] + price * parts[layer][i];
  };
  double price = least_price * (weighing.chain.cost > 0 ? weighing.chain.cost : 1);
  for (int i = 0; i < prices && !weighing.fits; ++i, price *= step) {
    take_price(price);
    auto chosen = cheapest_chain(weighing.layers, weighing.move, any).chosen;
    if (chosen == weighing.chain.chosen) continue;
    weighing.chain = {std::move(chosen), 0};
    weighing.bytes = bytes_of(weighing, weighing.chain.chosen, document::speeds_of(speeds));
    weighing.fits = all_fit(weighing.bytes, speeds);
  }
  take_price(0);
  weighing.chain.cost = cost_of(weighing, weighing.chain.chosen);
}

/// Elements of the columns of candidates by the speeds, where they were made for other sizes.
void count_by_speed(const ChainProblem& problem, const document::Speeds& speeds,
                    std::vector<std::vector<LayerCandidate>>& layers) {
  const Cluster cluster(document::speeds_of(speeds));
  for (std::size_t layer = 0; layer < layers.size(); ++layer)
    for (LayerCandidate& candidate : layers[layer]) {
      if (candidate.row.method != document::PartitionMethod::columns) continue;
      const Arrangement& columns = candidate.rounded->shape.columns;
      std::int64_t all = 0;
      for (const auto& column : columns)
        for (const std::int64_t processor : column) all += cluster.whole[static_cast<std::size_t>(processor)];
      candidate.row.elements = elements(problem_of(problem, layer, candidate.cut),
                                        maximum(columns, cluster.whole, problem.collective), all, std::ssize(columns));
      candidate.cost = candidate.row.elements;
    }
}

/// @param shrunk  the active set has other sizes than the speeds.
Weighing weigh(const ChainRequest& request, Collective collective, const ActiveSet& active_set, bool shrunk) {
  const bool by_seconds = request.options.objective == Objective::seconds;
  ChainProblem problem{request.units, request.options.samples, collective};
  Weighing weighing{problem, layer_candidates(problem, request.options, active_set), {}, moved_elements, {}, {}};
  for (std::size_t layer = 0; request.before && layer < weighing.layers.size(); ++layer)
    keep_sizes(weighing.layers[layer], request.before->layers[layer], by_seconds);
  weighing.shrunk = shrunk;
  if (shrunk) count_by_speed(problem, request.speeds, weighing.layers);
  if (request.in_seconds) weighing.time.emplace(active_set.speeds, problem);
  if (by_seconds) {
    for (std::size_t layer = 0; layer < weighing.layers.size(); ++layer)
      for (LayerCandidate& candidate : weighing.layers[layer])
        candidate.cost = weighing.time->layer_seconds(layer, candidate.cut, candidate.rounded->shape);
    weighing.move = [time = *weighing.time](const LayerCandidate& lower, const LayerCandidate& upper, double enough) {
      return time.move_seconds(lower, upper, enough);
    };
  }
  choose(weighing, active_set.speeds);
  return weighing;
}

double weights_in(const ChainProblem& problem, std::size_t layer) {
  return static_cast<double>(problem.units[layer]) * static_cast<double>(problem.units[layer + 1]);
}

/// The work of each processor as a part of all, shape [N].
std::vector<double> work_of(const Weighing& weighing, std::size_t processors) {
  std::vector<double> work(processors);
  double all = 0;
  for (std::size_t layer = 0; layer < weighing.layers.size(); ++layer) {
    const Shape& shape = weighing.layers[layer][weighing.chain.chosen[layer]].rounded->shape;
    for (std::size_t c = 0; c < shape.columns.size(); ++c)
      for (std::size_t r = 0; r < shape.columns[c].size(); ++r) {
        const auto units = static_cast<double>(shape.whole.cuts[c][r + 1] - shape.whole.cuts[c][r]);
        const double part =
            weights_in(weighing.problem, layer) * units / static_cast<double>(shape.whole.cuts[c].back());
        work[static_cast<std::size_t>(shape.columns[c][r])] += part * static_cast<double>(shape.whole.samples[c].count);
      }
    all += weights_in(weighing.problem, layer) * static_cast<double>(weighing.problem.samples);
  }
  for (double& one : work) one /= all;
  return work;
}

/// By seconds those of the chain, else the makespan of its work, in any unit.
double time_of(const Weighing& weighing, const Options& options, const std::vector<double>& speeds) {
  if (options.objective == Objective::seconds) return weighing.chain.cost;
  double time = 0;
  for (std::size_t layer = 0; layer < weighing.layers.size(); ++layer) {
    const LayerCandidate& chosen = weighing.layers[layer][weighing.chain.chosen[layer]];
    const auto cells = static_cast<double>(weighing.problem.samples) *
                       static_cast<double>(chosen.rounded->shape.whole.cuts.front().back());
    time += weights_in(weighing.problem, layer) / cells *
            makespan(chosen.rounded->layout, chosen.rounded->shape.whole, speeds);
  }
  return time;
}

/// @param by_speed  does not fit.
std::optional<Weighing> smaller_where_memory_is_short(const ChainRequest& request, const Weighing& by_speed) {
  constexpr std::int64_t cells = std::int64_t{1} << 40;  // that the work is cut into
  constexpr double least_speed = 1e-3;
  constexpr int quick_rounds = 6;
  const auto speeds = document::speeds_of(request.speeds);
  std::vector<shares::TimeModel> models;
  for (const double speed : speeds) models.emplace_back(0, speed);
  shares::CappedCells caps(cells, std::move(models), {1, 0, std::vector<std::int64_t>(speeds.size(), cells)});
  std::optional<Weighing> best, made;
  double shortest = std::numeric_limits<double>::infinity();
  const Weighing* trial = &by_speed;
  const int rounds = request.quick ? quick_rounds : shares::CappedCells::rounds;
  for (int round = 0; round < rounds; ++round) {
    const auto work = work_of(*trial, speeds.size());
    for (std::size_t i = 0; i < speeds.size(); ++i)
      caps.take(i, std::llround(work[i] * static_cast<double>(cells)),
                part_of_memory(trial->bytes[i], request.speeds.processors[i]));
    if (const double time = time_of(*trial, request.options, speeds); trial->fits && time < shortest) {
      shortest = time;
      best.emplace(*trial);
      if (request.quick) break;
    }
    caps.next_round();
    auto sizes = caps.sizes();
    for (double& size : sizes) size = std::max(size, least_speed);
    const ActiveSet smaller{request.speeds, Cluster(std::move(sizes))};
    trial = &made.emplace(weigh(request, by_speed.problem.collective, smaller, true));
  }
  return best;
}

}  // namespace

bool memory_is_known(const document::Speeds& speeds) {
  return std::ranges::any_of(speeds.processors, [](const auto& p) { return p.memory_bytes.has_value(); });
}

bool fits_memory(const Weighing& weighing, const std::vector<std::size_t>& chosen, const document::Speeds& speeds) {
  return !memory_is_known(speeds) || all_fit(bytes_of(weighing, chosen, document::speeds_of(speeds)), speeds);
}

std::optional<Weighing> weigh(const ChainRequest& request) {
  const ActiveSet active_set{request.speeds, Cluster(document::speeds_of(request.speeds))};
  std::optional<Weighing> best;
  for (const Collective collective : collectives(request.options)) {
    Weighing weighing = weigh(request, collective, active_set, false);
    if (!best || weighing.fits > best->fits || (weighing.fits == best->fits && weighing.chain.cost < best->chain.cost))
      best.emplace(std::move(weighing));
  }
  if (best->fits) return best;
  return smaller_where_memory_is_short(request, *best);
}

ChainTotals::ChainTotals(const Weighing& weighing, const std::vector<std::size_t>& chosen) {
  if (weighing.time) seconds = 0;
  for (std::size_t layer = 0; layer < chosen.size(); ++layer) {
    const LayerCandidate& here = weighing.layers[layer][chosen[layer]];
    elements += here.row.elements;
    if (seconds) *seconds += weighing.time->layer_seconds(layer, here.cut, here.rounded->shape);
    if (layer == 0) continue;
    const LayerCandidate& lower = weighing.layers[layer - 1][chosen[layer - 1]];
    elements += moved_elements(lower, here);
    if (seconds) *seconds += weighing.time->move_seconds(lower, here);
  }
}

}  // namespace uneven::partition
