// SPDX-License-Identifier: MIT
#include "search/memory.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "search/placement.hpp"
#include "search/predict.hpp"
#include "shares/makespan.hpp"

namespace uneven::search {

namespace {

/// Examples of each processor's own parts in static-process, and two of the largest parts. Shape [N].
std::vector<std::int64_t> held_in_static_process(std::int64_t examples, std::int64_t pieces, std::int64_t processors) {
  document::Search plan;
  plan.examples = examples;
  plan.processors = processors;
  plan.method = document::SearchMethod::static_process;
  plan.pieces = pieces;
  const Chunks chunks(plan);
  const std::int64_t parts = std::min(examples, pieces * processors), largest = (examples + parts - 1) / parts;
  std::vector<std::int64_t> held;
  for (int rank = 0; rank < processors; ++rank)
    held.push_back(std::min(examples, chunks.share(rank).count + 2 * largest));
  return held;
}

}  // namespace

std::vector<std::int64_t> room_for_examples(std::int64_t examples, std::span<const document::Processor> cluster,
                                            std::optional<double> example_bytes) {
  const bool known = std::ranges::any_of(cluster, [](const auto& p) { return p.memory_bytes.has_value(); });
  if (!example_bytes || !known) return {};
  std::vector<std::int64_t> room;
  for (const auto& processor : cluster) {
    const double held = std::floor(static_cast<double>(processor.memory_bytes.value_or(0)) / *example_bytes);
    const bool any = !processor.memory_bytes || held >= static_cast<double>(examples);
    room.push_back(any ? examples : static_cast<std::int64_t>(held));
  }
  return room;
}

std::vector<std::int64_t> examples_held(document::SearchMethod method, std::int64_t pieces,
                                        std::span<const std::int64_t> counts) {
  const std::int64_t examples = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  std::vector<std::int64_t> held(counts.size(), examples);
  if (has_fixed_parts(method))
    std::ranges::copy(counts, held.begin());
  else if (method == document::SearchMethod::static_process && examples > 0)
    held = held_in_static_process(examples, pieces, std::ssize(counts));
  held.front() = examples;
  return held;
}

bool has_room(document::SearchMethod method, std::int64_t examples, std::int64_t pieces,
              std::span<const std::int64_t> room) {
  if (room.empty()) return true;
  if (method == document::SearchMethod::proportional_data) return room.front() >= examples;
  const auto processors = std::ssize(room);
  std::vector<std::int64_t> equal;
  for (std::int64_t i = 0; i < processors; ++i) equal.push_back(examples / processors + (i < examples % processors));
  return std::ranges::equal(examples_held(method, pieces, equal), room, std::ranges::less_equal{});
}

std::optional<std::vector<std::int64_t>> proportional_counts_within(std::int64_t examples,
                                                                    const std::vector<double>& speed, double start,
                                                                    const std::vector<std::int64_t>& room) {
  auto counts = proportional_counts(examples, speed, start);
  if (room.empty() || std::ranges::equal(counts, room, std::ranges::less_equal{})) return counts;
  std::vector<shares::TimeModel> models;
  for (const double s : speed) models.emplace_back(start / s, s);
  return shares::least_makespan(examples, models, {1, 0, room});
}

}  // namespace uneven::search
