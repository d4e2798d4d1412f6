// SPDX-License-Identifier: MIT
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "check/contradictions.hpp"
#include "partition/chain/chain.hpp"
#include "partition/chain/memory.hpp"
#include "partition/chain/placement.hpp"
#include "partition/predict/iteration.hpp"

namespace uneven::check {

namespace {

using document::Moved;
using document::Node;
using document::Partition;
using document::Side;

constexpr double most_values = 4e18;  // of a layer on all processors, so that sums fit into 64 bits

/// The elements of one direction. @param at  of the move.
void compare(const Node& json, const std::string& at, const partition::Exchange& expected, document::Faults& faults) {
  Comparison found(json, at, faults);
  found.number("elements", static_cast<double>(expected.elements()));
  found.number("largest", static_cast<double>(expected.largest()));
}

void check_moves(const Partition& plan, const Node& json, document::Faults& faults) {
  const std::size_t processors = plan.cluster.size();
  for (std::size_t j = 0; j < plan.moves.size(); ++j) {
    const double values = static_cast<double>(plan.moves[j].units) * static_cast<double>(plan.samples);
    if (values * static_cast<double>(processors) > most_values) continue;
    const partition::Shape lower(plan.layers[j], processors), upper(plan.layers[j + 1], processors);
    const partition::Placement above(lower, plan.moves[j].units, plan.layers[j].cut == Side::inputs);
    const partition::Placement below(upper, plan.moves[j].units, plan.layers[j + 1].cut == Side::outputs);
    const Node& move = json["moves"].items()[j];
    const std::string at = "/moves/" + std::to_string(j);
    compare(move["forward"], at + "/forward", partition::exchange(above, below), faults);
    compare(move["backward"], at + "/backward", partition::exchange(below, above), faults);
  }
}

std::optional<double> sum_of(const std::vector<std::optional<double>>& seconds) {
  double sum = 0;
  for (const auto& one : seconds) {
    if (!one) return {};
    sum += *one;
  }
  return sum;
}

/// What the plan says of all layers and moves together.
void check_sums(const Partition& plan, const Node& json, document::Faults& faults) {
  double elements = 0, imbalance = 0, weights = 0;
  std::vector<std::optional<double>> seconds;
  for (const document::Layer& layer : plan.layers) {
    const double own = static_cast<double>(layer.inputs) * static_cast<double>(layer.outputs);
    elements += layer.predicted.elements;
    imbalance += own * layer.predicted.imbalance;
    weights += own;
    seconds.push_back(layer.predicted.seconds);
  }
  for (const document::Move& move : plan.moves)
    for (const Moved* moved : {&move.forward, &move.backward}) {
      elements += static_cast<double>(moved->largest);
      seconds.push_back(moved->seconds);
    }
  Comparison predicted(json["predicted"], "/predicted", faults);
  if (plan.moves.empty()) return predicted.at_least("elements", elements);
  predicted.number("elements", elements);
  predicted.number("imbalance", imbalance / weights, 1);
  if (const auto sum = sum_of(seconds)) predicted.number("seconds", *sum);
  if (plan.predicted.lower_bound > elements * (1 + 1e-9))
    predicted.fault("lower_bound", "found " + digits(plan.predicted.lower_bound) + "; expected at most the elements, " +
                                       digits(elements));
}

/// The lower bound of the elements, where all processors have a part of each layer: it is not known of how many others
/// a plan was made.
void check_bound(const Partition& plan, const Node& json, document::Faults& faults) {
  if (const auto bound = partition::chain_bound(plan))
    Comparison(json["predicted"], "/predicted", faults).number("lower_bound", *bound);
}

/// The bytes that each processor holds of all layers.
void check_chain_memory(const Partition& plan, document::Faults& faults) {
  if (!plan.input) return;
  const auto needed = partition::chain_bytes(plan, partition::planned_element_bytes);
  for (std::size_t i = 0; i < needed.size(); ++i)
    check_bytes(needed[i], plan.cluster, i, "/cluster/" + std::to_string(i), faults);
}

}  // namespace

document::Faults contradictions_of_layers(const Node& json, const Partition& plan) {
  document::Faults faults;
  const bool speeds_known = !json["cluster"].is_null();
  for (std::size_t j = 0; j < plan.layers.size(); ++j) {
    const Partition layer = document::partition_of(plan, j);
    const Node& node = json["layers"].items()[j];
    document::Faults found;
    check_tiling(layer, node, found);
    if (speeds_known) check_shares(layer, node, found);
    check_costs(layer, node, speeds_known, found);
    faults.add_member("/layers/" + std::to_string(j), found);
  }
  check_moves(plan, json, faults);
  check_sums(plan, json, faults);
  check_candidates(plan, faults);
  if (speeds_known && !plan.moves.empty()) check_bound(plan, json, faults);
  check_chain_memory(plan, faults);
  return faults;
}

}  // namespace uneven::check
