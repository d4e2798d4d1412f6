// SPDX-License-Identifier: MIT
#include "reduction/prediction.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "reduction/shapes.hpp"
#include "reduction/tree.hpp"
#include "simulate/pricing.hpp"
#include "simulate/shared_host/cores.hpp"

namespace uneven::reduction {

namespace {

constexpr int tag_piece = 1;
constexpr int no_buffer = -1;
/// MPI counts are 32 bits wide.
constexpr std::int64_t longest_message = 1 << 30;

}  // namespace

std::int64_t piece_length(const document::ReductionTree& tree, const Vectors& vectors) {
  const std::int64_t units = vectors.numbers / vectors.multiple;
  const std::int64_t of_piece = (units + tree.segments - 1) / tree.segments;
  return std::min(of_piece, longest_message / vectors.multiple) * vectors.multiple;
}

schedule::Schedule schedule(const document::ReductionTree& tree, const document::TreeNode& node,
                            const Vectors& vectors) {
  schedule::Schedule list;
  list.element_bytes = vectors.element_bytes;
  list.operations.push_back(schedule::Work{task_join_items});
  const std::int64_t length = piece_length(tree, vectors);
  for (std::int64_t first = 0, piece = 0; first < vectors.numbers; first += length, ++piece) {
    const document::Range numbers{first, std::min(length, vectors.numbers - first)};
    for (std::size_t child = 0; child < node.children.size(); ++child) {
      const int buffer = 2 * static_cast<int>(child) + static_cast<int>(piece % 2);
      const int rank = static_cast<int>(node.children[child]);
      list.operations.push_back(schedule::Receive{{rank, tag_piece, buffer, piece, {0, 1}, numbers}, true});
    }
    if (node.parent)
      list.operations.push_back(
          schedule::Send{{static_cast<int>(*node.parent), tag_piece, no_buffer, piece, {0, 1}, numbers}});
  }
  return list;
}

std::optional<document::SentBytes> sent_bytes(const document::ReductionTree& tree) {
  const std::int64_t senders = std::ssize(tree.processors) - 1, bytes = Vectors{}.element_bytes;
  if (static_cast<double>(*tree.elements) * static_cast<double>(bytes * (senders + 1)) > 0x1p53) return std::nullopt;
  const std::int64_t vector = *tree.elements * bytes;
  return document::SentBytes{senders > 0 ? vector : 0, senders * vector};
}

double vectors_held(std::int64_t items, std::size_t children, std::int64_t segments) {
  return static_cast<double>(items) + (items > 1 ? 3 : 2) +
         2 * static_cast<double>(children) / static_cast<double>(segments);
}

std::vector<double> bytes_held(const document::ReductionTree& tree) {
  std::vector<double> bytes;
  for (const auto& node : tree.processors)
    bytes.push_back(sizeof(double) * static_cast<double>(*tree.elements) *
                    vectors_held(node.items.count, node.children.size(), tree.segments));
  return bytes;
}

schedule::Schedule schedule(const document::ReductionTree& tree, std::int64_t processor, const Vectors& vectors) {
  const auto node = std::ranges::find(tree.processors, processor, &document::TreeNode::processor);
  return node == tree.processors.end() ? schedule::Schedule{} : schedule(tree, *node, vectors);
}

namespace {

/// Longest vectors, in doubles, with which both vectors of a processor, its own and its partial sum, may stay in cache.
constexpr std::int64_t cached_elements = 1 << 13;
/// Placements over which predictions are averaged; longer replays get fewer.
constexpr unsigned least_placements = 4, most_placements = 32;
constexpr std::size_t enough_steps = 8000;

unsigned placements_for(const std::vector<std::vector<simulate::Step>>& steps) {
  std::size_t all = 1;
  for (const auto& mine : steps) all += mine.size();
  return std::clamp(static_cast<unsigned>(enough_steps / all), least_placements, most_placements);
}

/// Time from one piece to the next: that of the busiest processor, or of a message, whichever is longer.
double pace(const document::ReductionTree& tree) {
  double slowest = tree.processors.size() > 1 ? tree.transfer : 0;
  for (const auto& node : tree.processors) {
    const double time = tree.operation_times.empty() ? tree.compute : tree.operation_times[node.processor];
    slowest = std::max(slowest, static_cast<double>(node.operations) * time);
  }
  return slowest;
}

/// CPU seconds of one addition, by processor. If quotas make processors unequal, the measured time holds for every core
/// at full speed; otherwise it is that of a processor of mean speed.
std::vector<double> addition_times(const document::Speeds& speeds, std::int64_t elements) {
  double addition = *speeds.operation_s_per_element;
  if (elements > cached_elements) addition = speeds.long_operation_s_per_element.value_or(addition);
  std::vector<double> speed;
  bool shared = false;
  for (const auto& processor : speeds.processors) {
    speed.push_back(processor.speed);
    shared = shared || processor.cpu_share;
  }
  const auto times = shared ? std::vector<double>{} : operation_times(speed, addition);
  return times.empty() ? std::vector<double>(speed.size(), addition) : times;
}

double replayed_seconds(const document::ReductionTree& tree, std::int64_t elements, const document::Speeds& speeds,
                        bool afresh) {
  const Vectors vectors{.numbers = elements};
  const auto costs = costs_of(tree, vectors, speeds);
  std::vector<std::vector<simulate::Step>> steps(speeds.processors.size());
  for (const auto& node : tree.processors) {
    const auto me = static_cast<std::size_t>(node.processor);
    steps[me] = simulate::priced(schedule(tree, node, vectors), costs[me]).first;
  }
  const auto root = static_cast<std::size_t>(document::root_of(tree));
  const unsigned placements = placements_for(steps);
  return simulate::mean_end(steps, simulate::platform_of(speeds, simulate::Messages::at_one_moment), root,
                            afresh ? placements : 0, placements);
}

}  // namespace

std::vector<simulate::Costs> costs_of(const document::ReductionTree& tree, const Vectors& vectors,
                                      const document::Speeds& speeds) {
  const auto additions = addition_times(speeds, vectors.numbers);
  std::vector<simulate::Costs> costs(speeds.processors.size());
  for (const auto& node : tree.processors) {
    const auto me = static_cast<std::size_t>(node.processor);
    const double joins_s = static_cast<double>((node.items.count - 1) * vectors.numbers) * additions[me];
    const auto join_items = [joins_s](const schedule::Work&) {
      return joins_s > 0 ? std::optional(joins_s) : std::nullopt;
    };
    costs[me] = {join_items, additions[me], vectors.element_bytes};
  }
  return costs;
}

bool is_replayed(std::int64_t processors, std::int64_t segments, const document::Speeds& speeds) {
  constexpr std::int64_t most_pieces = std::int64_t{1} << 18;
  return processors <= most_replayed || (speeds.network && processors <= most_pieces / segments);
}

double predicted_seconds(const document::ReductionTree& tree, std::int64_t elements, const document::Speeds& speeds,
                         bool afresh) {
  if (is_replayed(std::ssize(tree.processors), tree.segments, speeds))
    return replayed_seconds(tree, elements, speeds, afresh);
  return tree.finish + static_cast<double>(tree.segments - 1) * pace(tree);
}

std::vector<std::pair<std::string, double>> predicted_seconds_of_others(const document::ReductionTree& tree,
                                                                        std::int64_t processors, std::int64_t elements,
                                                                        const document::Speeds& speeds) {
  constexpr bool afresh = true;
  const Model model = model_of(tree);
  std::vector<std::pair<std::string, double>> times;
  for (const auto& [shape, name] : table_of(tree.shape)) {
    if (shape == tree.shape || shape == TreeShape::optimal) continue;
    auto other = shaped_tree(model, shape, {.height = {}, .items = {}, .processors = processors}, true);
    other.segments = tree.segments;
    if (const double time = predicted_seconds(other, elements, speeds, afresh); std::isfinite(time))
      times.emplace_back(name, time);
  }
  return times;
}

document::ReductionTree of_vectors(document::ReductionTree tree, std::int64_t elements, std::int64_t segments,
                                   const document::Speeds& speeds) {
  tree.shape = TreeShape::optimal;
  tree.elements = elements;
  tree.segments = segments;
  tree.one_item_each = true;
  tree.predicted_s = predicted_seconds(tree, elements, speeds);
  return tree;
}

}  // namespace uneven::reduction
