// SPDX-License-Identifier: MIT
#include "shares/blocks.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "shares/block_search.hpp"
#include "statistics/share.hpp"

namespace uneven::shares {

namespace {

using document::ArrayShares;
using document::MatrixPart;

constexpr int fitting_rounds = 4;
constexpr std::size_t most_fitted = 4096;  // processors

/// Times of blocks, in s, or in cells over speed.
struct BlockTimes {
  std::vector<double> alone, together;  ///< by processor: the cells, and the cells with their halo
  double halo = 0;                      ///< the longest
};

class ArrayPlanner {
 public:
  ArrayPlanner(const ArrayRequest& request, const document::Speeds& speeds, bool has_seconds)
      : request_(request),
        cluster_(cluster_of(speeds)),
        speed_(speeds_of(speeds)),
        limits_(request.size, request.halo, request.wanted, speed_.size()) {
    if (has_seconds && speeds.network)
      network_ = {speeds.network->gap_s_per_byte * static_cast<double>(request.element_bytes),
                  speeds.network->barrier_s};
  }

  /// The best blocks that keep the limits; nothing if none are found.
  std::optional<Tiling> best_within_limits() const {
    Tiling blocks = best();
    if (!limits_.matter() || limits_.keep(blocks)) return blocks;
    std::vector<TimeModel> models;
    for (const auto& processor : cluster_) models.emplace_back(processor.fixed_s.value_or(0), processor.speed);
    CappedCells cells = limits_.begin(std::move(models));
    std::vector<Tiling> found;
    for (int round = 0; round < CappedCells::rounds; ++round) {
      const std::vector<double> sizes = cells.sizes();
      if (std::ranges::max(sizes) <= 0) break;
      std::vector<Tiling> candidates = candidate_blocks(request_.size, sizes);
      limits_.learn(candidates[choice(candidates)], cells);
      for (Tiling& tried : candidates)
        if (limits_.keep(tried)) found.push_back(std::move(tried));
    }
    if (found.empty()) return {};
    return found[choice(found)];
  }

  void require_cells() const { limits_.require_cells(); }

  document::ArrayPrediction prediction(const Tiling& blocks, bool has_seconds) const {
    const BlockTimes times = times_of(blocks);
    std::vector<double> work(speed_.size());
    for (const MatrixPart& block : blocks) work[block.processor] = static_cast<double>(block.cells());
    document::ArrayPrediction predicted;
    if (has_seconds) predicted.seconds = finite(std::ranges::max(times.alone), "predicted seconds");
    if (network_) {
      predicted.superstep_s = finite(std::ranges::max(times.together) + network_->barrier_s, "predicted superstep_s");
      predicted.halo_s = finite(times.halo, "predicted halo_s");
    }
    predicted.lower_bound = finite(whole_cells_bound(request_.size.cells(), cluster_), "lower_bound");
    predicted.imbalance = finite(statistics::imbalance(work, speed_), "imbalance");
    predicted.border = border_of(blocks);
    if (static_cast<double>(predicted.border) > document::largest_integer)
      throw InputError("the blocks have a border of more than 2^53 cells; expected a smaller array");
    return predicted;
  }

  std::vector<document::Processor> cluster() const { return cluster_; }

 private:
  Tiling best() const {
    std::vector<Tiling> candidates = candidate_blocks(request_.size, speed_);
    if (is_fitted())
      for (int round = 0; round < fitting_rounds; ++round)
        for (Tiling& blocks : candidate_blocks(request_.size, reached_speeds(candidates[choice(candidates)])))
          candidates.push_back(std::move(blocks));
    return candidates[choice(candidates)];
  }

  struct Network {
    double cell_s = 0, barrier_s = 0;
  };

  bool is_fitted() const {
    const bool fixed = std::ranges::any_of(cluster_, [](const auto& p) { return p.fixed_s.value_or(0) > 0; });
    return (fixed || (network_ && request_.halo > 0)) && cluster_.size() <= most_fitted;
  }

  double alone(const MatrixPart& block) const {
    return cluster_[block.processor].fixed_s.value_or(0) + static_cast<double>(block.cells()) / speed_[block.processor];
  }

  BlockTimes times_of(const Tiling& blocks) const {
    BlockTimes times{std::vector<double>(speed_.size()), {}, 0};
    for (const MatrixPart& block : blocks) times.alone[block.processor] = alone(block);
    times.together = times.alone;
    if (!network_) return times;
    const HaloCells cells = halo_cells(halo_messages(blocks, request_.halo));
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const double halo = network_->cell_s * static_cast<double>(std::max(cells.sent[i], cells.received[i]));
      times.together[blocks[i].processor] += halo;
      times.halo = std::max(times.halo, halo);
    }
    return times;
  }

  /// Without a network the slack makes makespans equal; with one the superstep decides.
  std::size_t choice(const std::vector<Tiling>& candidates) const {
    std::vector<double> seconds;
    for (const Tiling& blocks : candidates) seconds.push_back(std::ranges::max(times_of(blocks).together));
    const double most = std::ranges::min(seconds) * (network_ ? 1 : 1 + makespan_slack);
    std::size_t best = candidates.size();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (seconds[i] > most) continue;
      if (best == candidates.size() ||
          std::tuple(border_of(candidates[i]), seconds[i]) < std::tuple(border_of(candidates[best]), seconds[best]))
        best = i;
    }
    return best;
  }

  /// Cells over seconds of each block; of a processor without one, as if it had one cell.
  std::vector<double> reached_speeds(const Tiling& blocks) const {
    std::vector<double> reached;
    for (std::size_t i = 0; i < speed_.size(); ++i)
      reached.push_back(1 / alone({static_cast<std::int64_t>(i), {0, 1}, {0, 1}}));
    const auto times = times_of(blocks);
    for (const MatrixPart& block : blocks)
      reached[block.processor] = static_cast<double>(block.cells()) / times.together[block.processor];
    return reached;
  }

  ArrayRequest request_;
  std::vector<document::Processor> cluster_;
  std::vector<double> speed_;
  BlockLimits limits_;
  std::optional<Network> network_{};
};

/// The largest extents of about the same proportions for which blocks are found; empty if there are none.
/// Precondition: none are found for those of the request.
std::string largest_array(ArrayRequest request, const document::Speeds& speeds, bool has_seconds) {
  const ArraySize size = request.size;
  const std::int64_t longer = std::max(size.rows, size.columns);
  const auto scaled = [&](std::int64_t largest) {
    const auto extent = [&](std::int64_t whole) {
      const double part = static_cast<double>(whole) * static_cast<double>(largest) / static_cast<double>(longer);
      return std::max<std::int64_t>(1, static_cast<std::int64_t>(part));
    };
    return ArraySize{extent(size.rows), extent(size.columns)};
  };
  std::int64_t fitting = 0, too_large = longer;
  while (too_large - fitting > 1) {
    const std::int64_t middle = fitting + (too_large - fitting) / 2;
    request.size = scaled(middle);
    (ArrayPlanner(request, speeds, has_seconds).best_within_limits() ? fitting : too_large) = middle;
  }
  const ArraySize found = scaled(fitting);
  return fitting == 0 ? "" : std::to_string(found.rows) + "x" + std::to_string(found.columns);
}

/// @throws InputError  with what would fit.
[[noreturn]] void refuse_blocks(const ArrayRequest& request, const document::Speeds& speeds, bool has_seconds) {
  ArrayPlanner(request, speeds, has_seconds).require_cells();
  const bool by_memory = request.wanted.most.empty() && request.wanted.least <= 1;
  const std::string largest = largest_array(request, speeds, has_seconds);
  throw InputError(
      "found no blocks of " + std::to_string(request.size.rows) + "x" + std::to_string(request.size.columns) +
      " cells that fit" +
      (largest.empty() ? "" : (by_memory ? ": memory holds those of " : ": limits allow those of ") + largest));
}

std::int64_t bytes_of_cells(std::int64_t cells, std::int64_t element_bytes) {
  if (static_cast<double>(cells) * static_cast<double>(element_bytes) > 0x1p53)
    throw InputError("the halo has more than 2^53 bytes; expected a smaller array, halo or element");
  return cells * element_bytes;
}

/// Adds neighbours and bytes.
void add_halo(ArrayShares& plan) {
  Tiling blocks;
  for (const auto& block : plan.blocks) blocks.push_back(block.cells);
  const auto messages = halo_messages(blocks, plan.halo);
  const HaloCells cells = halo_cells(messages);
  std::int64_t all = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    for (const HaloMessage& message : messages[i]) plan.blocks[i].neighbours.push_back(blocks[message.to].processor);
    plan.blocks[i].halo_bytes = bytes_of_cells(cells.sent[i], plan.element_bytes);
    plan.predicted.bytes.largest = std::max(plan.predicted.bytes.largest, plan.blocks[i].halo_bytes);
    all += cells.sent[i];
  }
  plan.predicted.bytes.sum = bytes_of_cells(all, plan.element_bytes);
}

}  // namespace

ArrayShares plan_array(const ArrayRequest& request, const document::Speeds& speeds, bool has_seconds) {
  if (request.size.cells() > document::most_cells)
    throw InputError("an array of " + std::to_string(request.size.rows) + " x " + std::to_string(request.size.columns) +
                     " has more than 9007199254740991 cells; expected a smaller one");
  const ArrayPlanner planner(request, speeds, has_seconds);
  auto found = planner.best_within_limits();
  if (!found) refuse_blocks(request, speeds, has_seconds);
  Tiling blocks = std::move(*found);
  std::ranges::sort(blocks, {}, &MatrixPart::processor);
  ArrayShares plan;
  plan.rows = request.size.rows;
  plan.columns = request.size.columns;
  plan.halo = request.halo;
  plan.element_bytes = request.element_bytes;
  plan.predicted = planner.prediction(blocks, has_seconds);
  if (has_seconds && speeds.network) {
    plan.gap_s_per_byte = speeds.network->gap_s_per_byte;
    plan.barrier_s = speeds.network->barrier_s;
  }
  plan.cluster = planner.cluster();
  if (memory_counts(request.wanted)) {
    plan.memory_per_unit_bytes = request.wanted.memory_per_unit_bytes;
    plan.memory_fixed_bytes = request.wanted.memory_fixed_bytes;
    for (std::size_t i = 0; i < plan.cluster.size(); ++i) plan.cluster[i].memory_bytes = request.wanted.memory_bytes[i];
  }
  std::vector<bool> has_block(plan.cluster.size());
  for (const MatrixPart& block : blocks) {
    plan.blocks.push_back({block, {}, 0});
    has_block[block.processor] = true;
  }
  for (std::size_t i = 0; i < has_block.size(); ++i)
    if (!has_block[i]) plan.left_out.push_back(static_cast<std::int64_t>(i));
  add_halo(plan);
  return plan;
}

double whole_cells_bound(double cells, const std::vector<document::Processor>& cluster) {
  const std::vector<double> speed = speeds_of(cluster);
  std::vector<double> fixed;
  for (const auto& processor : cluster) fixed.push_back(processor.fixed_s.value_or(0));
  const auto counts = statistics::share(static_cast<std::int64_t>(cells), speed, fixed);
  double makespan = 0;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0) makespan = std::max(makespan, fixed[i] + static_cast<double>(counts[i]) / speed[i]);
  return makespan;
}

}  // namespace uneven::shares
