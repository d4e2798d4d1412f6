#include "hbsp/replayed_product.hpp"

#include <algorithm>
#include <vector>

#include "hbsp/exchange.hpp"
#include "hbsp/panels.hpp"
#include "simulate/platform.hpp"
#include "simulate/replay.hpp"

namespace uneven::hbsp {
namespace {

using document::MatrixPart;
using simulate::Step;

constexpr double most_messages = 1e6;
enum Tag { of_a, of_b };

/// Takes or gives each piece, in messages that leave in one go if their rows are not longer.
void add(Step::Kind kind, const std::vector<Piece>& pieces, int tag, std::int64_t processor, std::int64_t element_bytes,
         std::vector<Step>& steps) {
  for (const Piece& piece : in_segments(pieces, element_bytes)) {
    if (piece.partner == processor) continue;
    const auto bytes = static_cast<double>(piece.rows.count * piece.columns.count * element_bytes);
    steps.push_back({kind, bytes, static_cast<int>(piece.partner), tag});
  }
}

/// What a processor does, panel by panel.
/// @param line_s  CPU seconds of its work on a line of a panel.
std::vector<Step> steps_of(const document::HbspMatmul& plan, std::int64_t processor, double line_s,
                           std::int64_t element_bytes) {
  const auto ranges = panels(plan);
  std::vector<Exchange> traffic;
  for (const document::Range& panel : ranges) traffic.push_back(exchange(plan, processor, panel));
  std::vector<Step> steps;
  std::size_t sent = 0;
  const auto send_until = [&](std::size_t end) {
    for (; sent < std::min(end, traffic.size()); ++sent) {
      add(Step::Kind::send, traffic[sent].b_sent, of_b, processor, element_bytes, steps);
      add(Step::Kind::send, traffic[sent].a_sent, of_a, processor, element_bytes, steps);
    }
  };
  send_until(panels_sent);
  for (std::size_t t = 0; t < traffic.size(); ++t) {
    add(Step::Kind::receive, traffic[t].a_received, of_a, processor, element_bytes, steps);
    add(Step::Kind::receive, traffic[t].b_received, of_b, processor, element_bytes, steps);
    send_until(t + panels_sent);
    steps.push_back({Step::Kind::compute, static_cast<double>(ranges[t].count) * line_s});
  }
  return steps;
}

}  // namespace

std::optional<double> replayed_seconds(const document::HbspMatmul& plan, std::span<const double> speed,
                                       const document::Speeds& speeds, std::int64_t element_bytes) {
  const double bytes = static_cast<double>(plan.predicted.elements * element_bytes);
  if (bytes / static_cast<double>(simulate::segment_bytes) > most_messages) return {};
  constexpr bool rested = false;
  std::vector<std::vector<Step>> steps(plan.cluster.size());
  for (const MatrixPart& block : plan.rectangles) {
    const auto p = static_cast<std::size_t>(block.processor);
    const double line_s = static_cast<double>(block.cells()) / speed[p] * speeds.processors[p].cpu_share.value_or(1);
    steps[p] = steps_of(plan, block.processor, line_s, element_bytes);
  }
  return std::ranges::max(
      simulate::replay(steps, simulate::platform_of(speeds, simulate::Messages::between_work), rested));
}

}  // namespace uneven::hbsp
