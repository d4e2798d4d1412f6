// SPDX-License-Identifier: MIT
#include "partition/chain/seconds.hpp"

#include <algorithm>

#include "document/common.hpp"
#include "partition/memory.hpp"
#include "partition/predict/time_model.hpp"

namespace uneven::partition {

namespace {

/// The network of one hidden layer with which the speeds were measured.
std::optional<document::Perceptron> measured(const document::Speeds& speeds) {
  const document::Json network = document::raw_at(speeds.kernel_options, "network");
  if (speeds.kernel != "bp" || !network.is_string()) return {};
  return document::parse_perceptron(network.get<std::string>(), "network");
}

}  // namespace

std::optional<std::string> why_no_seconds(const document::Speeds& speeds, const std::vector<std::int64_t>& units) {
  return why_no_seconds(speeds, measured(speeds).value_or(document::Perceptron{units[0], units[1], units.back()}));
}

std::optional<std::string> other_kernel(const document::Speeds& speeds, const std::vector<std::int64_t>& units) {
  return other_kernel(speeds, measured(speeds).value_or(document::Perceptron{units[0], units[1], units.back()}));
}

ChainWork::ChainWork(const document::Speeds& speeds, const std::vector<std::int64_t>& units)
    : speeds_(speeds), units_(units.begin(), units.end()), multiplications_(passes_of(1)) {
  const auto network = measured(speeds);
  if (!network) return;
  const document::Json form = document::raw_at(speeds.kernel_options, "input");
  const std::int64_t inputs = form == "dense" ? network->inputs : std::min(network->inputs, ones_of_sample);
  multiplications_ = static_cast<double>(passes_of(0) * inputs + passes_of(1) * network->outputs);
}

double ChainWork::of(std::size_t processor, std::size_t layer, document::Side cut, double cells) const {
  const double of_cell = passes_of(layer) * (cut == document::Side::inputs ? units_[layer + 1] : units_[layer]);
  return cells * (of_cell / multiplications_) / speeds_.processors[processor].speed;
}

ChainLoad load_of(const document::Partition& plan, const document::Speeds& speeds) {
  const ChainWork work(speeds, document::units_of(plan));
  ChainLoad load{std::vector<double>(plan.cluster.size()), 0};
  for (std::size_t layer = 0; layer < plan.layers.size(); ++layer) {
    double longest_s = 0;
    for (const document::LayerRectangle& r : plan.layers[layer].rectangles) {
      const auto processor = static_cast<std::size_t>(r.processor);
      const double seconds = work.of(processor, layer, plan.layers[layer].cut, r.cells());
      load.each_s[processor] += seconds;
      longest_s = std::max(longest_s, seconds);
    }
    load.longest_s += longest_s;
  }
  return load;
}

ChainTime::ChainTime(const document::Speeds& speeds, const ChainProblem& chain)
    : chain_(chain), work_(speeds, chain.units), costs_(speeds) {}

double ChainTime::layer_seconds(std::size_t layer, document::Side cut, const Shape& shape) const {
  const Problem problem = problem_of(chain_, layer, cut);
  double work_s = 0, column_s = 0;
  for (std::size_t c = 0; c < shape.columns.size(); ++c) {
    const auto samples = static_cast<double>(shape.whole.samples[c].count);
    for (std::size_t r = 0; r < shape.columns[c].size(); ++r) {
      const auto units = static_cast<double>(shape.whole.cuts[c][r + 1] - shape.whole.cuts[c][r]);
      work_s = std::max(work_s, work_.of(static_cast<std::size_t>(shape.columns[c][r]), layer, cut, units * samples));
    }
    const double bytes = static_cast<double>(problem.network.outputs) * samples * double{planned_element_bytes};
    if (bytes == 0 || shape.columns[c].size() < 2) continue;
    const AllReduce sum = all_reduce(chain_.collective, std::ssize(shape.columns[c]), costs_, bytes);
    column_s = std::max(column_s, sum.start_s + bytes * sum.byte_s);
  }
  if (shape.columns.size() < 2) return work_s + column_s;
  const auto groups = static_cast<double>(group_cuts(shape.whole).size() - 1);
  const double bytes = weights_of(problem).between / 2 * double{planned_element_bytes};
  const AllReduce sum = all_reduce(chain_.collective, std::ssize(shape.columns), costs_, bytes / groups);
  return work_s + column_s + groups * sum.start_s + bytes * sum.byte_s;
}

double ChainTime::exchange_seconds(const Placement& from, const Placement& to, double enough) const {
  if (from.is(to)) return 0;
  const Exchange moved = exchange(from, to);
  const auto link_s = [&](std::size_t i) {
    return static_cast<double>(std::max(moved.sent[i], moved.received[i]) * planned_element_bytes) *
           costs_.network.gap_s_per_byte;
  };
  double busiest_s = 0;
  for (std::size_t i = 0; i < moved.sent.size(); ++i) busiest_s = std::max(busiest_s, link_s(i));
  if (busiest_s >= enough || moved.elements() == 0) return busiest_s;
  std::vector<std::int64_t> messages(moved.sent.size());
  for (const Delivery& delivery : deliveries(from, to)) {
    ++messages[static_cast<std::size_t>(delivery.from)];
    ++messages[static_cast<std::size_t>(delivery.to)];
  }
  for (std::size_t i = 0; i < messages.size(); ++i)
    busiest_s = std::max(busiest_s, static_cast<double>(messages[i]) * costs_.network.message_s + link_s(i));
  return costs_.network.latency_s + busiest_s;
}

double ChainTime::move_seconds(const LayerCandidate& lower, const LayerCandidate& upper, double enough) const {
  const auto most = [&](const Placement& from, const Placement& to) {
    return static_cast<double>(most_received(from, to) * planned_element_bytes) * costs_.network.gap_s_per_byte;
  };
  const double least = most(lower.above, upper.below) + most(upper.below, lower.above);
  if (least >= enough) return least;
  const double forward = exchange_seconds(lower.above, upper.below, enough);
  if (forward >= enough) return forward;
  return forward + exchange_seconds(upper.below, lower.above, enough - forward);
}

double chain_seconds(const document::Partition& plan, const document::Speeds& speeds) {
  const std::vector<std::int64_t> units = document::units_of(plan);
  const ChainTime time(speeds, {units, plan.samples, plan.collective});
  std::vector<Shape> shapes;
  for (const document::Layer& layer : plan.layers) shapes.emplace_back(layer, plan.cluster.size());
  double seconds = 0;
  for (std::size_t layer = 0; layer < shapes.size(); ++layer) {
    const document::Side cut = plan.layers[layer].cut;
    seconds += time.layer_seconds(layer, cut, shapes[layer]);
    if (layer == 0) continue;
    const Placement above(shapes[layer - 1], units[layer], plan.layers[layer - 1].cut == document::Side::inputs);
    const Placement below(shapes[layer], units[layer], cut == document::Side::outputs);
    seconds += time.exchange_seconds(above, below) + time.exchange_seconds(below, above);
  }
  return seconds;
}

}  // namespace uneven::partition
