// SPDX-License-Identifier: MIT
#include "hbsp/replayed_product.hpp"

#include <algorithm>
#include <vector>

#include "collective/allreduce.hpp"
#include "hbsp/exchange.hpp"
#include "hbsp/schedule.hpp"
#include "simulate/platform.hpp"
#include "simulate/pricing.hpp"
#include "simulate/replay.hpp"

namespace uneven::hbsp {
namespace {

using document::MatrixPart;

constexpr double most_messages = 1e6;

/// The steps of a processor, panel by panel.
/// @param line_s  CPU seconds of its work on a line of a panel.
std::vector<simulate::Step> steps_of(const document::HbspMatmul& plan, std::int64_t processor, double line_s,
                                     std::int64_t element_bytes) {
  const auto ranges = panels(plan);
  const auto work = [&](const schedule::Work& work) -> std::optional<double> {
    if (work.name != task_multiply) return std::nullopt;
    return static_cast<double>(ranges[static_cast<std::size_t>(work.index)].count) * line_s;
  };
  return simulate::priced(schedule(plan, processor, element_bytes), {work}).first;
}

}  // namespace

std::optional<double> replayed_seconds(const document::HbspMatmul& plan, std::span<const double> speed,
                                       const document::Speeds& speeds, std::int64_t element_bytes) {
  const double bytes = static_cast<double>(plan.predicted.elements * element_bytes);
  if (bytes / static_cast<double>(collective::segment_bytes) > most_messages) return {};
  constexpr bool rested = false;
  std::vector<std::vector<simulate::Step>> steps(plan.cluster.size());
  for (const MatrixPart& block : plan.rectangles) {
    const auto p = static_cast<std::size_t>(block.processor);
    const double line_s = static_cast<double>(block.cells()) / speed[p] * speeds.processors[p].cpu_share.value_or(1);
    steps[p] = steps_of(plan, block.processor, line_s, element_bytes);
  }
  return std::ranges::max(
      simulate::replay(steps, simulate::platform_of(speeds, simulate::Messages::between_work), rested));
}

}  // namespace uneven::hbsp
