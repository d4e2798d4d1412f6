// SPDX-License-Identifier: MIT
#include "hbsp/schedule.hpp"

#include <algorithm>
#include <vector>

#include "collective/allreduce.hpp"
#include "hbsp/exchange.hpp"
#include "hbsp/panels.hpp"
#include "simulate/platform.hpp"
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

}  // namespace uneven::hbsp
