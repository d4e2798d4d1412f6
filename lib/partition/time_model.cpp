#include "partition/time_model.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "document/perceptron_text.hpp"

namespace uneven::partition {

namespace {

constexpr double bytes_per_element = 4;  // single precision

AllReduce all_reduce(Collective collective, std::int64_t k, const document::Speeds& speeds) {
  const double addition = speeds.operation_s_per_element.value_or(0) / bytes_per_element;
  switch (collective) {
    case Collective::tree:
      return tree_all_reduce(k, *speeds.network, addition);
    case Collective::ring:
      return ring_all_reduce(k, *speeds.network, addition);
    default:
      return linear_all_reduce(k, *speeds.network, addition);
  }
}

/// The heights at which any column is cut, distinct, ascending: between two neighbours lies one communication group.
std::vector<std::int64_t> group_cuts(const WholeLayout& whole) {
  std::vector<std::int64_t> cuts;
  for (const auto& column : whole.cuts) cuts.insert(cuts.end(), column.begin(), column.end());
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  return cuts;
}

}  // namespace

AllReduce linear_all_reduce(std::int64_t k, const document::NetworkSpeeds& network, double addition_s_per_byte) {
  if (k == 1) return {};
  const auto others = static_cast<double>(k - 1);
  return {2 * network.latency_s + 2 * others * network.message_s,
          others * (2 * network.gap_s_per_byte + addition_s_per_byte)};
}

AllReduce tree_all_reduce(std::int64_t k, const document::NetworkSpeeds& network, double addition_s_per_byte) {
  const double rounds = phi(Collective::tree, k);
  return {2 * rounds * (network.latency_s + network.message_s),
          rounds * (2 * network.gap_s_per_byte + addition_s_per_byte)};
}

AllReduce ring_all_reduce(std::int64_t k, const document::NetworkSpeeds& network, double addition_s_per_byte) {
  return {2 * static_cast<double>(k - 1) * (network.latency_s + network.message_s),
          phi(Collective::ring, k) * (2 * network.gap_s_per_byte + addition_s_per_byte)};
}

double speed_at(const document::MeasuredProcessor& processor, double units) {
  const auto& curve = processor.curve;
  if (curve.empty()) return processor.speed;
  const auto above =
      std::find_if(curve.begin(), curve.end(), [&](const document::CurvePoint& point) { return point.units >= units; });
  if (above == curve.begin()) return above->speed;
  if (above == curve.end()) return curve.back().speed;
  const auto below = above - 1;
  const double position = std::log(units / below->units) / std::log(above->units / below->units);
  return below->speed + position * (above->speed - below->speed);
}

double seconds_per_iteration(const Layout& layout, const WholeLayout& whole, const Problem& problem,
                             const document::Speeds& speeds) {
  const auto n = static_cast<double>(problem.network.inputs);
  const auto l = static_cast<double>(problem.network.outputs);
  const auto columns = static_cast<std::int64_t>(layout.columns.size());
  const AllReduce between = all_reduce(problem.collective, columns, speeds);
  const auto cuts = group_cuts(whole);
  double forward = 0, modify = 0;
  for (std::size_t c = 0; c < layout.columns.size(); ++c) {
    const auto& processors = layout.columns[c];
    const auto samples = static_cast<double>(whole.samples[c].count);
    double compute = 0;
    auto cut = cuts.begin();
    for (std::size_t i = 0; i < processors.size(); ++i) {
      const auto hidden = static_cast<double>(whole.cuts[c][i + 1] - whole.cuts[c][i]);
      const double work = hidden * samples;
      compute = std::max(compute, work / speed_at(speeds.processors[processors[i]], work));
      const auto end = std::lower_bound(cut, cuts.end(), whole.cuts[c][i + 1]);
      modify = std::max(modify, static_cast<double>(end - cut) * between.start_s +
                                    (n + l) * hidden * bytes_per_element * between.byte_s);
      cut = end;
    }
    const AllReduce within = all_reduce(problem.collective, static_cast<std::int64_t>(processors.size()), speeds);
    forward = std::max(forward, compute + within.start_s + l * samples * bytes_per_element * within.byte_s);
  }
  return forward + modify;
}

std::optional<std::string> other_kernel(const document::Speeds& speeds, const document::Perceptron& network) {
  if (!speeds.kernel.empty() && speeds.kernel != "bp") {
    return "the speeds are of kernel " + speeds.kernel + ", not bp";
  }
  const auto measured = speeds.kernel_options.find("network");
  if (measured != speeds.kernel_options.end() && *measured != text_of(network)) {
    return "the speeds are of network " + measured->dump() + ", not " + text_of(network);
  }
  return std::nullopt;
}

std::optional<std::string> why_no_seconds(const document::Speeds& speeds, const document::Perceptron& network) {
  if (!speeds.network) return "the speeds lack `network`; measure-speeds measures it (without --no-network)";
  if (speeds.kernel.empty()) return "the speeds do not say their `kernel`; measure-speeds --kernel bp does";
  if (const auto other = other_kernel(speeds, network)) {
    return *other + "; measure-speeds --kernel bp --network " + text_of(network) + " measures them";
  }
  if (!speeds.kernel_options.contains("network")) {
    return "/kernel_options: the speeds do not say their `network`; expected \"" + text_of(network) + "\"";
  }
  return std::nullopt;
}

}  // namespace uneven::partition
