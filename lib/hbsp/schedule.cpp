// SPDX-License-Identifier: MIT
#include "hbsp/schedule.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "collective/allreduce.hpp"
#include "hbsp/matmul.hpp"
#include "simulate/pricing.hpp"
#include "simulate/replay.hpp"

namespace uneven::hbsp {

namespace {

/// Adds a message for each segment of the pieces.
template <class Operation>
void add(const std::vector<Piece>& pieces, std::int64_t processor, const schedule::Message& common,
         schedule::Schedule& list) {
  for (const Piece& piece : in_segments(pieces, list.element_bytes)) {
    if (piece.partner == processor) continue;
    schedule::Message message = common;
    message.partner = static_cast<int>(piece.partner);
    message.rows = piece.rows;
    message.columns = piece.columns;
    list.operations.push_back(Operation{message});
  }
}

}  // namespace

Buffers buffers(const document::HbspMatmul& plan) { return {static_cast<int>(places(plan).size())}; }

schedule::Schedule schedule(const document::HbspMatmul& plan, std::int64_t processor, std::int64_t element_bytes) {
  schedule::Schedule list;
  list.element_bytes = element_bytes;
  if (std::ranges::find(plan.rectangles, processor, &document::MatrixPart::processor) == plan.rectangles.end())
    return list;
  const Buffers place = buffers(plan);
  std::vector<Exchange> traffic;
  for (const document::Range& panel : panels(plan)) traffic.push_back(exchange(plan, processor, panel));
  const auto message = [&](std::size_t t, Tag tag, int buffer) {
    return schedule::Message{0, tag, buffer, static_cast<std::int64_t>(t), {}, {}};
  };
  std::size_t sent = 0;
  const auto send_until = [&](std::size_t end) {
    for (; sent < std::min(end, traffic.size()); ++sent) {
      add<schedule::Send>(traffic[sent].b_sent, processor, message(sent, tag_b, place.sent_b(sent)), list);
      add<schedule::Send>(traffic[sent].a_sent, processor, message(sent, tag_a, place.sent_a(sent)), list);
    }
  };
  send_until(panels_sent);
  for (std::size_t t = 0; t < traffic.size(); ++t) {
    const auto index = static_cast<std::int64_t>(t);
    list.operations.push_back(
        schedule::Work{.name = task_copy_own, .index = index, .account = schedule::Account::communicate});
    add<schedule::Receive>(traffic[t].a_received, processor, message(t, tag_a, place.received(t)), list);
    add<schedule::Receive>(traffic[t].b_received, processor, message(t, tag_b, place.received(t)), list);
    list.operations.push_back(schedule::Work{.name = task_ask, .index = index, .account = schedule::Account::wait});
    send_until(t + panels_sent);
    list.operations.push_back(schedule::Work{.name = task_multiply, .index = index, .empties = place.received(t)});
  }
  return list;
}

namespace {

using document::MatrixPart;

constexpr double most_messages = 1e6;

}  // namespace

std::vector<simulate::Costs> costs_of(const document::HbspMatmul& plan, std::span<const double> speed,
                                      const document::Speeds& speeds) {
  std::vector<simulate::Costs> costs(plan.cluster.size());
  for (const MatrixPart& block : plan.rectangles) {
    const auto p = static_cast<std::size_t>(block.processor);
    const double line_s = static_cast<double>(block.cells()) / speed[p] * speeds.processors[p].cpu_share.value_or(1);
    costs[p].work = [line_s, ranges = panels(plan)](const schedule::Work& work) -> std::optional<double> {
      if (work.name != task_multiply) return std::nullopt;
      return static_cast<double>(ranges[static_cast<std::size_t>(work.index)].count) * line_s;
    };
  }
  return costs;
}

std::optional<double> replayed_seconds(const document::HbspMatmul& plan, std::span<const double> speed,
                                       const document::Speeds& speeds, std::int64_t element_bytes) {
  const double bytes = static_cast<double>(plan.predicted.elements * element_bytes);
  if (bytes / static_cast<double>(collective::segment_bytes) > most_messages) return {};
  constexpr bool rested = false;
  const auto costs = costs_of(plan, speed, speeds);
  std::vector<std::vector<simulate::Step>> steps(plan.cluster.size());
  for (const MatrixPart& block : plan.rectangles) {
    const auto p = static_cast<std::size_t>(block.processor);
    steps[p] = simulate::priced(schedule(plan, block.processor, element_bytes), costs[p]).first;
  }
  return std::ranges::max(
      simulate::replay(steps, simulate::platform_of(speeds, simulate::Messages::between_work), rested));
}

std::vector<std::int64_t> places(const document::HbspMatmul& plan) {
  const std::int64_t most = plan.rectangles.size() > 1 ? panels_sent + 1 : 2;
  const auto ranges = panels(plan);
  std::vector<std::int64_t> widths(static_cast<std::size_t>(std::min(most, std::ssize(ranges))), 0);
  for (std::size_t t = 0; t < ranges.size(); ++t) {
    std::int64_t& width = widths[t % widths.size()];
    width = std::max(width, ranges[t].count);
  }
  return widths;
}

namespace {

using document::MatrixPart;

/// @param held   a part of A. @param block  of its processor, in C; null: none.
bool is_sent(const document::HbspMatmul& plan, const MatrixPart& held, const MatrixPart* block) {
  // Blocks tile C, so that these rows lie in other blocks unless the processor's own has them whole.
  return !block || block->columns.count < plan.size.columns || held.rows.first < block->rows.first ||
         held.rows.end() > block->rows.end();
}

}  // namespace

bool sends_a(const document::HbspMatmul& plan, std::int64_t processor) {
  const auto start = start_of_a(plan);
  const auto held = std::ranges::find(start, processor, &MatrixPart::processor);
  const auto block = std::ranges::find(plan.rectangles, processor, &MatrixPart::processor);
  return held != start.end() && is_sent(plan, *held, block == plan.rectangles.end() ? nullptr : &*block);
}

std::vector<std::int64_t> matmul_memory(const document::HbspMatmul& plan, std::int64_t bytes) {
  std::vector<std::int64_t> memory(plan.cluster.size(), 0);
  std::vector<const MatrixPart*> block_of(plan.cluster.size(), nullptr);
  const auto widths = places(plan);
  const std::int64_t all_widths = std::accumulate(widths.begin(), widths.end(), std::int64_t{0});
  for (const MatrixPart& block : plan.rectangles) {
    block_of[static_cast<std::size_t>(block.processor)] = &block;
    memory[static_cast<std::size_t>(block.processor)] +=
        bytes * (block.cells() + all_widths * (block.rows.count + block.columns.count));
  }
  for (const MatrixPart& part : start_of_b(plan))
    memory[static_cast<std::size_t>(part.processor)] += bytes * part.cells();
  for (const MatrixPart& part : start_of_a(plan)) {
    std::int64_t elements = part.cells();
    if (is_sent(plan, part, block_of[static_cast<std::size_t>(part.processor)]))
      for (const std::int64_t width : widths) elements += part.rows.count * std::min(width, part.columns.count);
    memory[static_cast<std::size_t>(part.processor)] += bytes * elements;
  }
  return memory;
}

namespace {

/// Panel widths to try. Each makes the matrix product itself slower, by less than the required gain; narrower panels
/// make it slower by more.
constexpr std::int64_t narrower[] = {256, 192, 128, 64};
constexpr double gain = 0.03;

}  // namespace

document::HbspMatmul plan_with_best_panel(MatmulRequest request, const document::Speeds& speeds) {
  const auto cluster = document::cluster_of(speeds);
  auto best = plan_matmul(request, cluster);
  if (!are_matmul_speeds(speeds) || !predict_seconds(best, speeds, Replay::always)) return best;
  for (const std::int64_t panel : narrower) {
    request.panel = panel;
    auto plan = plan_matmul(request, cluster);
    predict_seconds(plan, speeds, Replay::always);
    if (*plan.predicted.seconds < (1 - gain) * *best.predicted.seconds) best = std::move(plan);
  }
  return best;
}

}  // namespace uneven::hbsp
