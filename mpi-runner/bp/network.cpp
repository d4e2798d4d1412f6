// SPDX-License-Identifier: MIT
#include "bp/network.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace uneven::bp {

document::Perceptron computed(const document::Perceptron& network, bool bias) {
  return {network.inputs + bias, network.hidden + bias, network.outputs};
}

document::Partition with_bias(document::Partition plan) {
  const std::int64_t last = plan.network.hidden;
  for (document::Rectangle& r : plan.rectangles)
    if (r.hidden.end() == last) ++r.hidden.count;
  for (document::Group& group : plan.groups)
    if (group.hidden.end() == last) ++group.hidden.count;
  plan.network = computed(plan.network, true);
  return plan;
}

std::vector<std::int64_t> at_work(const document::Partition& plan) {
  std::vector<std::int64_t> processors;
  for (std::int64_t processor = 0; processor < std::ssize(plan.cluster); ++processor)
    if (!std::ranges::count(plan.left_out, processor)) processors.push_back(processor);
  return processors;
}

bool reads_samples(const document::Partition& plan, std::int64_t processor, bool replans) {
  const auto has_part = [&](const document::Layer& layer) {
    return std::ranges::count(layer.rectangles, processor, &document::LayerRectangle::processor) > 0;
  };
  if (plan.layers.empty() || replans) return std::ranges::count(plan.left_out, processor) == 0;
  return has_part(plan.layers.front()) || has_part(plan.layers.back()) || processor == at_work(plan).front();
}

document::Partition for_samples(document::Partition plan, std::int64_t samples) {
  if (samples == plan.samples) return plan;
  const auto cut = [&](std::int64_t place) {
    return std::llround(static_cast<double>(place) / static_cast<double>(plan.samples) * static_cast<double>(samples));
  };
  const auto change = [&](document::Range& range) {
    const std::int64_t first = cut(range.first);
    range = {first, cut(range.end()) - first};
    if (range.count == 0)
      throw InputError("a batch of " + std::to_string(samples) + " samples leaves a column of the plan without any; " +
                       "expected a larger --batch, or a plan for " + std::to_string(samples) + " samples");
  };
  for (document::Column& column : plan.columns) change(column.samples);
  for (document::Rectangle& r : plan.rectangles) change(r.samples);
  for (document::Layer& layer : plan.layers) {
    for (document::Column& column : layer.columns) change(column.samples);
    for (document::LayerRectangle& r : layer.rectangles) change(r.samples);
  }
  plan.moves.clear();  // they tell of other samples
  plan.samples = samples;
  plan.predicted.seconds.reset();
  return plan;
}

perceptron::Units units_of(const document::NetworkOptions& options, const document::Perceptron& network,
                           document::Range hidden) {
  return {options.hidden, options.output, document::loss_of(options), options.bias,
          options.bias && hidden.end() == network.hidden};
}

perceptron::Units units_of(const document::NetworkOptions& options) {
  return {options.hidden, options.output, document::loss_of(options), options.bias};
}

std::vector<double> bounds_of(const document::NetworkOptions& options, const std::vector<std::int64_t>& sizes) {
  std::vector<double> bounds(sizes.size() - 1, 0.3);
  if (options.first_weights == document::FirstWeights::uniform) return bounds;
  for (std::size_t j = 0; j < bounds.size(); ++j)
    bounds[j] = std::sqrt(6 / (static_cast<double>(sizes[j]) + static_cast<double>(sizes[j + 1])));
  return bounds;
}

template <class Real>
void append_ones(data::Samples<Real>& samples) {
  const std::int64_t before = samples.inputs++;
  if (!samples.sparse) {
    std::vector<Real> wider;
    wider.reserve(static_cast<std::size_t>(samples.samples * samples.inputs));
    for (auto row = samples.dense.begin(); row != samples.dense.end(); row += before) {
      wider.insert(wider.end(), row, row + before);
      wider.push_back(1);
    }
    samples.dense = std::move(wider);
    return;
  }
  std::vector<std::int32_t> active;
  active.reserve(samples.active.size() + static_cast<std::size_t>(samples.samples));
  for (std::size_t s = 0; s + 1 < samples.row_start.size(); ++s) {
    const auto first = samples.active.begin() + samples.row_start[s];
    active.insert(active.end(), first, samples.active.begin() + samples.row_start[s + 1]);
    active.push_back(static_cast<std::int32_t>(before));
  }
  for (std::size_t s = 0; s < samples.row_start.size(); ++s) samples.row_start[s] += static_cast<std::int64_t>(s);
  samples.active = std::move(active);
}

document::Range share_of(const std::vector<double>& weight, std::size_t part, std::int64_t total) {
  const double all = std::accumulate(weight.begin(), weight.end(), 0.0);
  const auto cut = [&](std::size_t end) {
    if (end == weight.size()) return total;
    const double before = std::accumulate(weight.begin(), weight.begin() + static_cast<std::ptrdiff_t>(end), 0.0);
    return static_cast<std::int64_t>(std::llround(before / all * static_cast<double>(total)));
  };
  const std::int64_t first = cut(part);
  return {first, cut(part + 1) - first};
}

std::vector<double> works_of(const document::Partition& plan) {
  std::vector<double> work(plan.cluster.size());
  for (const document::Rectangle& r : plan.rectangles) work[static_cast<std::size_t>(r.processor)] = r.cells();
  for (const document::Layer& layer : plan.layers) {
    const std::int64_t others = layer.cut == document::Side::inputs ? layer.outputs : layer.inputs;
    for (const document::LayerRectangle& r : layer.rectangles)
      work[static_cast<std::size_t>(r.processor)] += r.cells() * static_cast<double>(others);
  }
  return work;
}

template void append_ones(data::Samples<float>&);
template void append_ones(data::Samples<double>&);

}  // namespace uneven::bp
