// SPDX-License-Identifier: MIT
#include "partition/predict/time_model.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "base/foreign_text.hpp"
#include "base/number.hpp"
#include "collective/allreduce.hpp"
#include "document/faults.hpp"
#include "document/partition.hpp"
#include "partition/predict/sums.hpp"
#include "partition/predict/work_time.hpp"
#include "simulate/replay.hpp"

namespace uneven::partition {

double messages(std::int64_t processors, const document::Perceptron& network, std::int64_t samples) {
  const auto number = static_cast<std::size_t>(processors);
  const std::int64_t chunk = chunk_samples(network.hidden, network.outputs, number, planned_element_bytes);
  const double chunks = std::ceil(static_cast<double>(samples) / static_cast<double>(chunk));
  const auto segments = [](double rows, std::int64_t numbers) {
    return std::ceil(rows * static_cast<double>(numbers * planned_element_bytes) / collective::segment_bytes);
  };
  const double of_columns = chunks * segments(static_cast<double>(network.outputs), chunk);
  const double of_groups = segments(static_cast<double>(network.inputs + network.outputs), network.hidden);
  return (of_columns + of_groups) * 2 * static_cast<double>(std::max<std::int64_t>(1, processors - 1));
}

bool within_replay_limit(std::int64_t processors, const document::Perceptron& network, std::int64_t samples) {
  return processors <= replay_limit_processors && messages(processors, network, samples) <= replay_limit_messages;
}

namespace {

/// Mean bytes of the vectors summed over a column and over a group.
struct Vectors {
  double column, group;
};

Vectors mean_vectors(std::size_t columns, std::size_t groups, const Problem& problem) {
  const auto [n, m, l] = problem.network;
  return {static_cast<double>(l) * static_cast<double>(problem.samples) / static_cast<double>(columns) *
              planned_element_bytes,
          static_cast<double>(n + l) * static_cast<double>(m) / static_cast<double>(groups) * planned_element_bytes};
}

}  // namespace

double seconds_per_iteration(const Layout& layout, const WholeLayout& whole, const Problem& problem,
                             const document::Speeds& speeds) {
  const auto n = static_cast<double>(problem.network.inputs);
  const auto l = static_cast<double>(problem.network.outputs);
  const auto columns = static_cast<std::int64_t>(layout.columns.size());
  const auto cuts = group_cuts(whole);
  const Vectors vectors = mean_vectors(layout.columns.size(), cuts.size() - 1, problem);
  const WorkTime work(speeds, problem.network);
  const AllReduce between = all_reduce(problem.collective, columns, speeds, vectors.group);
  std::map<std::size_t, AllReduce> within;  // by processors of a column: many columns have the same number
  double forward_pass = 0, weight_update = 0;
  for (std::size_t c = 0; c < layout.columns.size(); ++c) {
    const auto& processors = layout.columns[c];
    const auto samples = static_cast<double>(whole.samples[c].count);
    double compute = 0;
    auto cut = cuts.begin();
    for (std::size_t i = 0; i < processors.size(); ++i) {
      const auto hidden = static_cast<double>(whole.cuts[c][i + 1] - whole.cuts[c][i]);
      compute = std::max(compute, work.of(processors[i], hidden, samples, processors.size() > 1));
      const auto end = std::lower_bound(cut, cuts.end(), whole.cuts[c][i + 1]);
      weight_update = std::max(weight_update, static_cast<double>(end - cut) * between.start_s +
                                                  (n + l) * hidden * planned_element_bytes * between.byte_s);
      cut = end;
    }
    const auto [found, first] = within.try_emplace(processors.size());
    AllReduce& sum = found->second;
    if (first) sum = all_reduce(problem.collective, std::ssize(processors), speeds, vectors.column);
    forward_pass = std::max(forward_pass, compute + sum.start_s + l * samples * planned_element_bytes * sum.byte_s);
  }
  return forward_pass + weight_update;
}

document::SumTrees sum_trees(const WholeLayout& whole, const Problem& problem, const document::Speeds& speeds) {
  const Vectors vectors = mean_vectors(whole.samples.size(), group_cuts(whole).size() - 1, problem);
  const auto times = [&](double bytes) {
    const document::TreeTimes found = tree_times(tree_message(speeds, std::min(bytes, slice_bytes)));
    return document::TreeTimes{finite(found.compute_s, "the time to join messages"),
                               finite(found.transfer_s, "the time of a message")};
  };
  return {times(vectors.column), times(vectors.group)};
}

std::optional<std::string> other_kernel(const document::Speeds& speeds, const document::Perceptron& network,
                                        const std::string& input) {
  if (!speeds.kernel.empty() && speeds.kernel != "bp") {
    return "the speeds are of kernel " + shown(speeds.kernel) + ", not bp";
  }
  const auto measured = speeds.kernel_options.find("network");
  if (measured != speeds.kernel_options.end() && *measured != text_of(network)) {
    return "the speeds are of network " + document::excerpt(*measured) + ", not " + text_of(network);
  }
  const auto form = speeds.kernel_options.find("input");
  if (!input.empty() && form != speeds.kernel_options.end() && *form != input) {
    return "the speeds are of input " + document::excerpt(*form) + ", not " + input;
  }
  return std::nullopt;
}

std::optional<std::string> why_no_seconds(const document::Speeds& speeds, const document::Perceptron& network,
                                          const std::string& input) {
  if (!speeds.network) return "the speeds lack `network`; measure-speeds measures it (without --no-network)";
  if (speeds.kernel.empty()) return "the speeds do not say their `kernel`; measure-speeds --kernel bp does";
  if (const auto other = other_kernel(speeds, network, input)) {
    return *other + "; measure-speeds --kernel bp --network " + text_of(network) +
           (input.empty() ? "" : " --input " + input) + " measures them";
  }
  if (!speeds.kernel_options.contains("network")) {
    return "/kernel_options: the speeds do not say their `network`; expected \"" + text_of(network) + "\"";
  }
  if (const auto of = speeds.kernel_options.find("precision"); of != speeds.kernel_options.end() && *of != "single") {
    return "the speeds are of precision " + document::excerpt(*of) + "; seconds are predicted in single precision";
  }
  return std::nullopt;
}

}  // namespace uneven::partition
