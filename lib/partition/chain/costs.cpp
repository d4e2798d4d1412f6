// SPDX-License-Identifier: MIT
#include "partition/chain/costs.hpp"

#include <optional>
#include <utility>

#include "partition/chain/seconds.hpp"
#include "partition/predict/iteration.hpp"

namespace uneven::partition {

namespace {

/// CPU seconds of one processor's work in an iteration, by layer.
struct LayerCosts {
  std::vector<double> product_s;  ///< one of those with its matrix
  std::vector<double> weights_s;  ///< for packing and unpacking the weights of groups

  /// No value for work whose time is already in other work.
  std::optional<double> operator()(const schedule::Work& work) const {
    const auto layer = static_cast<std::size_t>(work.index);
    switch (work.name) {
      case chain_product:
      case chain_gradient:
      case chain_errors:
        return product_s[layer];
      case chain_unpack:
        return weights_s[layer];
      default:
        return std::nullopt;
    }
  }
};

}  // namespace

std::vector<simulate::Costs> costs_of(const document::Partition& plan, const document::Speeds& speeds,
                                      const std::vector<ChainPart>& parts) {
  const ChainWork work(speeds, document::units_of(plan));
  const double weight_s = packed_weight_seconds(speeds);
  std::vector<simulate::Costs> costs;
  for (std::size_t processor = 0; processor < parts.size(); ++processor) {
    LayerCosts own;
    for (std::size_t j = 0; j < parts[processor].layers.size(); ++j) {
      const ChainPart::Layer& layer = parts[processor].layers[j];
      const document::Range& units = layer.cut == document::Side::inputs ? layer.inputs : layer.outputs;
      const std::int64_t others = layer.cut == document::Side::inputs ? layer.outputs.count : layer.rows();
      const auto cells = static_cast<double>(units.count) * static_cast<double>(layer.samples.count);
      own.product_s.push_back(work.of(processor, j, layer.cut, cells) / ChainWork::passes_of(j) *
                              speeds.processors[processor].cpu_share.value_or(1));
      std::int64_t packed = 0;
      for (const document::Range& group : layer.groups) packed += group.count * others;
      own.weights_s.push_back(static_cast<double>(packed) * weight_s);
    }
    costs.push_back({std::move(own), speeds.operation_s_per_element.value_or(0), planned_element_bytes});
  }
  return costs;
}

}  // namespace uneven::partition
