// SPDX-License-Identifier: MIT
#include "partition/chain/memory.hpp"

#include <algorithm>
#include <utility>

#include "collective/allreduce.hpp"
#include "partition/memory.hpp"
#include "partition/sums.hpp"

namespace uneven::partition {

using document::Side;

namespace {

/// The vectors that each member of a sum adds at a time, in the order of `members`.
std::vector<double> received(Collective collective, const std::vector<std::int64_t>& members,
                             const std::vector<double>& speeds) {
  std::vector<double> speed;
  for (const std::int64_t member : members) speed.push_back(speeds[static_cast<std::size_t>(member)]);
  const auto order = sum_order(speed, {});
  std::vector<double> vectors(members.size());
  for (std::size_t me = 0; me < order.size(); ++me) {
    std::size_t children = 0;
    if (collective == Collective::tree)
      children = collective::binomial_neighbours(static_cast<int>(me), static_cast<int>(order.size())).children.size();
    vectors[order[me]] = received_vectors(collective, me, order.size(), children);
  }
  return vectors;
}

/// What the sums over groups bring: a group has the same units in all columns.
/// @param others  inputs or outputs, those that are not cut.
void add_groups(const ChainProblem& chain, const Shape& shape, double others, const std::vector<double>& speeds,
                std::vector<LayerHold>& holds) {
  const std::size_t columns = shape.columns.size();
  std::vector<std::size_t> row(columns, 0);
  std::vector<std::int64_t> members(columns);
  for (std::int64_t first = 0, end = 0; first < shape.whole.cuts.front().back(); first = end) {
    end = shape.whole.cuts.front().back();
    for (std::size_t c = 0; c < columns; ++c) {
      while (shape.whole.cuts[c][row[c] + 1] <= first) ++row[c];
      end = std::min(end, shape.whole.cuts[c][row[c] + 1]);
      members[c] = shape.columns[c][row[c]];
    }
    const auto vectors = received(chain.collective, members, speeds);
    for (std::size_t c = 0; c < columns; ++c)
      holds[static_cast<std::size_t>(members[c])].groups += vectors[c] * others * static_cast<double>(end - first);
  }
}

}  // namespace

std::vector<LayerHold> layer_holds(const ChainProblem& chain, std::size_t layer, Side cut, const Shape& shape,
                                   const std::vector<double>& speeds, bool with_groups) {
  const auto inputs = static_cast<double>(chain.units[layer]), outputs = static_cast<double>(chain.units[layer + 1]);
  const bool by_inputs = cut == Side::inputs, last = layer + 1 == chain.layers();
  const double summed = by_inputs ? outputs : layer > 0 ? inputs : 0;  // of each sample, over a column
  const std::size_t columns = shape.columns.size();
  std::vector<LayerHold> holds(shape.column.size());
  for (std::size_t c = 0; c < columns; ++c) {
    const auto& members = shape.columns[c];
    const auto samples = static_cast<double>(shape.whole.samples[c].count);
    const auto vectors = received(chain.collective, members, speeds);
    for (std::size_t r = 0; r < members.size(); ++r) {
      const auto units = static_cast<double>(shape.whole.cuts[c][r + 1] - shape.whole.cuts[c][r]);
      const double a = by_inputs ? units : inputs, b = by_inputs ? outputs : units;
      LayerHold& hold = holds[static_cast<std::size_t>(members[r])];
      hold.samples = shape.whole.samples[c];
      hold.held = (columns > 1 ? 4 : 3) * a * b + samples * (2 * a + (last ? 4 : 3) * b);
      hold.column = vectors[r] * samples * summed;
    }
  }
  if (with_groups && columns > 1) add_groups(chain, shape, by_inputs ? outputs : inputs, speeds, holds);
  return holds;
}

std::vector<double> chain_bytes(const ChainProblem& chain, const std::vector<std::vector<LayerHold>>& layers,
                                std::int64_t element_bytes) {
  const auto sample = static_cast<double>(chain.units.front() + chain.units.back());
  double weights = 0;
  for (std::size_t j = 0; j < layers.size(); ++j)
    weights += static_cast<double>(chain.units[j]) * static_cast<double>(chain.units[j + 1]);
  std::vector<double> bytes(layers.front().size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    double held = 0, groups = 0, column = 0;
    for (const auto& holds : layers) {
      held += holds[i].held;
      groups += holds[i].groups;
      column = std::max(column, holds[i].column);
    }
    const document::Range inputs = layers.front()[i].samples, targets = layers.back()[i].samples;
    const double read = static_cast<double>(inputs.count + (inputs == targets ? 0 : targets.count)) * sample;
    double beside = std::max(groups + column, read);
    if (held > 0) beside = std::max(beside, std::exchange(weights, 0));
    bytes[i] = (held + beside) * static_cast<double>(element_bytes);
  }
  return bytes;
}

std::vector<double> chain_bytes(const document::Partition& plan, std::int64_t element_bytes) {
  const ChainProblem chain{document::units_of(plan), plan.samples, plan.collective};
  std::vector<std::vector<LayerHold>> layers;
  for (std::size_t j = 0; j < plan.layers.size(); ++j)
    layers.push_back(layer_holds(chain, j, plan.layers[j].cut, Shape(plan.layers[j], plan.cluster.size()),
                                 document::speeds_of(plan.cluster)));
  return chain_bytes(chain, layers, element_bytes);
}

}  // namespace uneven::partition
