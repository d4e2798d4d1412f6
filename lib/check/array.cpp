// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <string>

#include "check/contradictions.hpp"
#include "shares/blocks.hpp"
#include "shares/candidates.hpp"
#include "shares/halo.hpp"
#include "statistics/share.hpp"

namespace uneven::check {

namespace {

using document::ArrayShares;
using document::MatrixPart;

/// Neighbours and bytes of each block, which follow from the blocks and the halo.
void check_halo(const ArrayShares& plan, const std::vector<MatrixPart>& blocks, const document::Node& json,
                document::Faults& faults) {
  const auto messages = shares::halo_messages(blocks, plan.halo);
  const auto cells = shares::halo_cells(messages);
  const auto bytes_of = [&](std::int64_t count) {
    return static_cast<double>(count) * static_cast<double>(plan.element_bytes);
  };
  double largest = 0, sum = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto& found = json["blocks"].items()[i];
    Comparison block(found, "/blocks/" + std::to_string(i), faults);
    std::vector<std::int64_t> neighbours;
    for (const auto& message : messages[i]) neighbours.push_back(blocks[message.to].processor);
    std::ranges::sort(neighbours);
    if (!found["neighbours"].is_null() && plan.blocks[i].neighbours != neighbours)
      block.fault("neighbours", "found " + document::excerpt(found["neighbours"]) + "; the blocks give " +
                                    document::excerpt(document::Json(neighbours)));
    block.number("halo_bytes", bytes_of(cells.sent[i]));
    largest = std::max(largest, bytes_of(cells.sent[i]));
    sum += bytes_of(cells.sent[i]);
  }
  Comparison bytes(json["predicted"]["bytes"], "/predicted/bytes", faults);
  bytes.number("largest", largest);
  bytes.number("sum", sum);
}

}  // namespace

document::Faults contradictions(const document::Node& json, const ArrayShares& plan) {
  document::Faults faults;
  std::vector<MatrixPart> blocks;
  std::vector<double> work, speed;
  double seconds = 0;
  for (const auto& [cells, neighbours, bytes] : plan.blocks) {
    const document::Processor& processor = plan.cluster[static_cast<std::size_t>(cells.processor)];
    blocks.push_back(cells);
    work.push_back(static_cast<double>(cells.cells()));
    speed.push_back(processor.speed);
    seconds = std::max(seconds, processor.fixed_s.value_or(0) + work.back() / processor.speed);
  }
  check_halo(plan, blocks, json, faults);
  Comparison predicted(json["predicted"], "/predicted", faults);
  predicted.number("border", static_cast<double>(shares::border_of(blocks)));
  if (json["cluster"].is_null()) return faults;
  predicted.number("seconds", seconds);
  predicted.number("imbalance", statistics::imbalance(work, speed), 1);
  const double cells = static_cast<double>(plan.rows) * static_cast<double>(plan.columns);
  predicted.number("lower_bound", shares::whole_cells_bound(cells, plan.cluster));
  predicted.at_least("superstep_s", std::max(seconds, plan.predicted.halo_s.value_or(0)));
  return faults;
}

}  // namespace uneven::check
