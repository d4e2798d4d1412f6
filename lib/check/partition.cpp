// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <optional>

#include "check/contradictions.hpp"
#include "check/sound.hpp"
#include "partition/cost.hpp"
#include "partition/memory.hpp"
#include "partition/search/methods.hpp"

namespace uneven::check {

namespace {

using document::Node;
using document::Partition;

constexpr double rounding = 1e-9;

std::string pointer_to(const char* list, std::size_t i) { return "/" + std::string(list) + "/" + std::to_string(i); }

/// Rectangle of each processor of the cluster.
std::vector<std::size_t> rectangle_of(const Partition& plan) {
  std::vector<std::size_t> index(plan.cluster.size());
  for (std::size_t i = 0; i < plan.rectangles.size(); ++i)
    index[static_cast<std::size_t>(plan.rectangles[i].processor)] = i;
  return index;
}

/// The exact layout that the plan's columns have by the plan's method, if that follows from them.
std::optional<partition::Layout> layout_of(const Partition& plan) {
  partition::Arrangement columns;
  for (const auto& column : plan.columns) columns.push_back(column.processors);
  std::vector<std::int64_t> speeds = partition::whole_speeds(document::speeds_of(plan.cluster));
  if (plan.method == document::PartitionMethod::columns) {
    if (plan.balance != document::Balance::work || (plan.small_group > 0 && !plan.left_out.empty()))
      return std::nullopt;
    return partition::proportional(columns, speeds);
  }
  if (!plan.left_out.empty()) return std::nullopt;
  if (plan.method == document::PartitionMethod::equal) std::ranges::fill(speeds, 1);
  std::vector<std::int64_t> processors;
  for (const auto& column : columns) {
    if (column.size() != columns.front().size()) return std::nullopt;
    processors.insert(processors.end(), column.begin(), column.end());
  }
  return partition::grid(processors, speeds, std::ssize(columns));
}

}  // namespace

void check_tiling(const Partition& plan, const Node& json, document::Faults& faults) {
  const auto rectangle = rectangle_of(plan);
  const auto rectangles = json["rectangles"].items();
  double left = 0;
  for (std::size_t c = 0; c < plan.columns.size(); ++c) {
    const auto& column = plan.columns[c];
    double top = 0;
    bool heights = true;
    for (const std::int64_t processor : column.processors) {
      const std::size_t i = rectangle[static_cast<std::size_t>(processor)];
      Comparison found(rectangles[i], pointer_to("rectangles", i), faults);
      found.number("left", left, 1);
      found.number("width", column.width);
      if (heights) found.number("top", top, 1);
      heights = heights && found.number_at("height");
      top += plan.rectangles[i].height;
    }
    if (heights && !agree(top, 1, 1))
      faults.add(pointer_to("columns", c), "the heights of its rectangles add up to " + digits(top) + "; expected 1");
    left += column.width;
  }
  if (!agree(left, 1, 1)) faults.add("/columns", "their widths add up to " + digits(left) + "; expected 1");
}

void check_shares(const Partition& plan, const Node& json, document::Faults& faults) {
  const auto expected = layout_of(plan);
  if (!expected) return;
  const auto rectangle = rectangle_of(plan);
  for (std::size_t c = 0; c < plan.columns.size(); ++c) {
    Comparison(json["columns"].items()[c], pointer_to("columns", c), faults).number("width", expected->widths[c]);
    for (std::size_t i = 0; i < plan.columns[c].processors.size(); ++i) {
      const std::size_t r = rectangle[static_cast<std::size_t>(plan.columns[c].processors[i])];
      const double top = expected->cuts[c][i], bottom = expected->cuts[c][i + 1];
      Comparison found(json["rectangles"].items()[r], pointer_to("rectangles", r), faults);
      if (plan.method != document::PartitionMethod::columns || plan.small_group == 0)
        found.number("height", bottom - top, 1);
      else if (const Node* moved = found.number_at("top");
               moved && std::abs(moved->number() - top) > plan.small_group + rounding)
        found.fault("top", "found " + digits(moved->number()) + "; the speeds give " + digits(top) +
                               ", and cuts are moved by at most " + digits(plan.small_group));
    }
  }
}

/// The bytes that each processor holds.
void check_memory(const Partition& plan, document::Faults& faults) {
  const bool known = std::ranges::any_of(plan.cluster, [](const auto& p) { return p.memory_bytes.has_value(); });
  if (!plan.input || !known) return;
  const auto needed = partition::training_bytes(plan, partition::storage_of(plan));
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const auto processor = static_cast<std::size_t>(plan.rectangles[i].processor);
    check_bytes(needed[i], plan.cluster, processor, pointer_to("rectangles", i), faults);
  }
}

document::Faults contradictions(const document::Node& json, const document::Partition& plan) {
  if (!plan.layers.empty()) return contradictions_of_layers(json, plan);
  document::Faults faults;
  const bool speeds_known = !json["cluster"].is_null();
  check_tiling(plan, json, faults);
  if (speeds_known) check_shares(plan, json, faults);
  check_costs(plan, json, speeds_known, faults);
  check_memory(plan, faults);
  if (plan.predicted.bytes)
    if (const auto bytes = scheduled_bytes(plan)) Comparison(json["predicted"], "/predicted", faults).bytes(*bytes);
  return faults;
}

}  // namespace uneven::check
