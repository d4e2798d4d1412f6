// SPDX-License-Identifier: MIT
#include "document/partition_layers.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "document/common.hpp"
#include "document/describe/type.hpp"

namespace uneven::document {

namespace {

Type exact_share() { return number_between(0, 1.0000001, "a number from 0 to 1"); }

}  // namespace

Object describe(const LayerRectangle&) {
  return Object({
      field<&Rectangle::processor>("processor", count()),
      field<&Rectangle::column>("column", count()),
      maybe<&Rectangle::left>("left", exact_share(), "Exact share."),
      maybe<&Rectangle::width>("width", exact_share(), "Exact share."),
      maybe<&Rectangle::top>("top", exact_share(), "Exact share."),
      maybe<&Rectangle::height>("height", exact_share(), "Exact share."),
      field<&Rectangle::samples>("samples", range(), "In whole numbers."),
      field<&Rectangle::hidden>("units", range(), "In whole numbers: units of the side that is cut."),
  });
}

Object describe(const LayerPrediction&) {
  return Object({
      maybe<&LayerPrediction::elements>("elements", amount(), "Of the layer's own sums, per iteration."),
      maybe<&LayerPrediction::imbalance>("imbalance", amount(), "Of the whole numbers."),
      always<&LayerPrediction::seconds>("seconds", or_null(amount()), "Of its work and sums, per iteration."),
  });
}

Object describe(const Layer&) {
  return Object({
      field<&Layer::inputs>("inputs", size(), "Of the weight matrix.").in("units"),
      field<&Layer::outputs>("outputs", size(), "Of the weight matrix.").in("units"),
      field<&Layer::cut>("cut", one_of<Side>(),
                         "Whose units the rectangles share.\nWith outputs, columns add partial errors of the inputs "
                         "(but those of the first layer);\nwith inputs, partial sums of the outputs."),
      maybe<&Layer::method>("method", one_of<PartitionMethod>()),
      maybe<&Layer::order>("order", one_of<Order>()),
      maybe<&Layer::small_group>("small_group", amount()),
      field<&Layer::columns>(
          "columns",
          list_of(object<Column>("an object with width, processors and samples"), "a list of at least one column", 1),
          "From left to right."),
      field<&Layer::rectangles>("rectangles",
                                list_of(object<LayerRectangle>("an object with processor, column, samples and units"),
                                        "a list of at least one rectangle", 1),
                                "By processor; the ranges tile all samples and units."),
      always<&Layer::left_out>("left_out", processor_numbers(), "Processors without a part of this layer."),
      maybe<&Layer::predicted>("predicted", object<LayerPrediction>()),
  });
}

Object describe(const Moved&) {
  return Object({
      field<&Moved::elements>("elements", count(), "Received by all, per iteration."),
      field<&Moved::largest>("largest", count(), "Sent and received by the busiest processor."),
      always<&Moved::seconds>("seconds", or_null(amount()), "Predicted."),
  });
}

Object describe(const Move&) {
  const Type moved = object<Moved>("an object with elements and largest");
  return Object({
      field<&Move::units>("units", size(), "Between the two layers."),
      field<&Move::forward>("forward", moved, "Values of units."),
      field<&Move::backward>("backward", moved, "Errors of units."),
  });
}

std::vector<Field> layers_of() {
  using P = Partition;
  return {
      maybe<&P::layers>(
          "layers",
          list_of(object<Layer>("an object with inputs, outputs, cut, columns and rectangles"),
                  "a list of at least two layers", 2),
          "Of a network of several hidden layers: a partition for each weight matrix, from the inputs to the outputs."),
      maybe<&P::moves>(
          "moves", list_of(object<Move>("an object with units, forward and backward"), "a list of moves"),
          "What changes hands between neighbouring layers, because a processor has another part in the next.")};
}

std::vector<std::int64_t> units_of(const Partition& plan) {
  std::vector<std::int64_t> units = plan.hidden_layers;
  if (units.empty()) units.push_back(plan.network.hidden);
  units.insert(units.begin(), plan.network.inputs);
  units.push_back(plan.network.outputs);
  return units;
}

Partition partition_of(const Partition& plan, std::size_t number) {
  const Layer& layer = plan.layers[number];
  const std::int64_t weights = layer.cut == Side::outputs ? layer.inputs : layer.outputs;
  const bool sums = layer.cut == Side::inputs || number > 0;
  Partition one;
  one.network = {sums ? 0 : weights, layer.units(), sums ? weights : 0};
  one.samples = plan.samples;
  one.method = layer.method;
  one.order = layer.order;
  one.objective = plan.objective;
  one.balance = plan.balance;
  one.collective = plan.collective;
  one.small_group = layer.small_group;
  one.columns = layer.columns;
  one.rectangles.assign(layer.rectangles.begin(), layer.rectangles.end());
  one.left_out = layer.left_out;
  one.predicted.elements = layer.predicted.elements;
  one.predicted.imbalance = layer.predicted.imbalance;
  one.predicted.seconds = layer.predicted.seconds;
  one.cluster = plan.cluster;
  return one;
}

namespace {

std::string at_layer(std::size_t j) { return "/layers/" + std::to_string(j); }

/// One layer for each weight matrix, with its sizes, and a move between any two.
void check_sizes(const Partition& plan, Faults& faults) {
  const std::vector<std::int64_t> units = units_of(plan);
  double hidden = 0;
  for (const std::int64_t count : plan.hidden_layers) hidden += static_cast<double>(count);
  if (hidden != static_cast<double>(plan.network.hidden))
    faults.add("/network/hidden",
               "found " + std::to_string(plan.network.hidden) + "; expected the units of all hidden_layers together");
  if (plan.layers.size() + 1 != units.size())
    return faults.add("/layers", "found " + std::to_string(plan.layers.size()) + "; expected one for each of the " +
                                     std::to_string(units.size() - 1) + " weight matrices of " + text_of(units));
  for (std::size_t j = 0; j < plan.layers.size(); ++j) {
    const Layer& layer = plan.layers[j];
    for (const auto& [key, found, expected] :
         {std::tuple{"/inputs", layer.inputs, units[j]}, std::tuple{"/outputs", layer.outputs, units[j + 1]}})
      if (found != expected)
        faults.add(at_layer(j) + key, "found " + std::to_string(found) + "; expected " + std::to_string(expected) +
                                          " of " + text_of(units));
  }
  if (plan.layers.front().cut == Side::inputs)
    faults.add(at_layer(0) + "/cut", "found inputs, which are data; expected outputs");
  if (plan.moves.empty()) return;
  if (plan.moves.size() + 1 != plan.layers.size())
    return faults.add("/moves", "found " + std::to_string(plan.moves.size()) + "; expected one between each two of " +
                                    std::to_string(plan.layers.size()) + " layers");
  for (std::size_t j = 0; j < plan.moves.size(); ++j)
    if (plan.moves[j].units != units[j + 1])
      faults.add("/moves/" + std::to_string(j) + "/units",
                 "found " + std::to_string(plan.moves[j].units) + "; expected " + std::to_string(units[j + 1]));
}

/// A processor is left out of the plan if it is left out of every layer.
void check_left_out(const Partition& plan, Faults& faults) {
  std::set<std::int64_t> at_work;
  for (const Layer& layer : plan.layers)
    for (const LayerRectangle& r : layer.rectangles) at_work.insert(r.processor);
  std::vector<std::int64_t> expected;
  for (std::int64_t processor = 0; processor < std::ssize(plan.cluster); ++processor)
    if (!at_work.contains(processor)) expected.push_back(processor);
  if (plan.left_out != expected) faults.add("/left_out", "differs from the processors that every layer leaves out");
}

}  // namespace

Faults faults_of_layers(const Partition& plan) {
  Faults faults;
  if (plan.layers.empty()) {
    for (const auto& [key, is_there] :
         {std::pair{"/hidden_layers", !plan.hidden_layers.empty()}, std::pair{"/moves", !plan.moves.empty()}})
      if (is_there) faults.add(key, "expected layers, too");
    return faults;
  }
  if (plan.hidden_layers.empty()) faults.add("/", "lacks \"hidden_layers\"");
  for (const auto& [key, is_there] :
       {std::pair{"/columns", !plan.columns.empty()}, std::pair{"/rectangles", !plan.rectangles.empty()},
        std::pair{"/groups", !plan.groups.empty()}})
    if (is_there) faults.add(key, "expected none beside layers, which have their own");
  if (!faults.empty()) return faults;
  check_sizes(plan, faults);
  for (std::size_t j = 0; j < plan.layers.size() && faults.empty(); ++j)
    faults.add_member(at_layer(j), tiling_faults(partition_of(plan, j), {"units", "unit"}));
  if (faults.empty()) check_left_out(plan, faults);
  return faults;
}

void require_one_hidden_layer(const Partition& plan) {
  if (!plan.layers.empty())
    throw InputError("/layers: a plan of " + std::to_string(plan.hidden_layers.size()) +
                     " hidden layers; expected one of one hidden layer");
}

}  // namespace uneven::document
