// SPDX-License-Identifier: MIT
#include "check/contradictions.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "hbsp/cost.hpp"
#include "shares/block_search.hpp"
#include "shares/blocks.hpp"
#include "statistics/share.hpp"

namespace uneven::check {

using document::Node;

bool agree(double found, double expected, double scale) {
  if (!std::isfinite(found) || !std::isfinite(expected)) return found == expected;
  constexpr double relative = 1e-9, rounding = 1e-13;
  const double apart = std::max(relative * std::max(std::abs(found), std::abs(expected)), rounding * scale);
  return std::abs(found - expected) <= apart;
}

std::string digits(double value) { return shortest(value); }

bool fits(double needed, std::int64_t memory) {
  const auto bytes = static_cast<double>(memory);
  return needed <= bytes || agree(needed, bytes);
}

void check_bytes(double needed, const std::vector<document::Processor>& cluster, std::size_t processor,
                 const std::string& pointer, document::Faults& faults) {
  const auto memory = cluster[processor].memory_bytes;
  if (!memory || fits(needed, *memory)) return;
  const std::string bytes =
      needed < 0x1p53 ? std::to_string(static_cast<std::int64_t>(std::ceil(needed))) : digits(needed);
  faults.add(pointer, "needs " + bytes + " bytes; expected at most the " + std::to_string(*memory) + " of processor " +
                          std::to_string(processor));
}

Comparison::Comparison(const Node& json, std::string pointer, document::Faults& faults)
    : json_(json), pointer_(std::move(pointer)), faults_(faults) {}

const Node* Comparison::number_at(const char* key) const {
  const Node& found = json_[key];
  return found.is_number() ? &found : nullptr;
}

void Comparison::number(const char* key, double expected, double scale) {
  const Node* found = number_at(key);
  if (found && !agree(found->number(), expected, scale))
    fault(key, "found " + found->dump() + "; the rest of the document gives " + digits(expected));
}

void Comparison::at_least(const char* key, double expected, double scale) {
  const Node* found = number_at(key);
  if (found && found->number() < expected && !agree(found->number(), expected, scale))
    fault(key, "found " + found->dump() + "; the rest of the document gives at least " + digits(expected));
}

void Comparison::bytes(const schedule::Bytes& expected) {
  const auto compare = [&](const char* key, std::int64_t bytes) {
    const Node& found = json_["bytes"][key];
    if (found.is_number() && found.integer() != bytes)
      faults_.add(pointer_ + "/bytes/" + key,
                  "found " + found.dump() + "; the messages of the plan have " + std::to_string(bytes));
  };
  compare("largest", expected.largest);
  compare("sum", expected.sum);
}

void Comparison::fault(const char* key, const std::string& text) { faults_.add(pointer_ + "/" + key, text); }

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

/// The bytes of each processor: those that it occupies anyway, and those of its block and the halo around it.
void check_memory(const ArrayShares& plan, document::Faults& faults) {
  if (!plan.memory_per_unit_bytes && !plan.memory_fixed_bytes) return;
  const shares::BlockMemory memory{{plan.rows, plan.columns},
                                   plan.halo,
                                   plan.memory_per_unit_bytes.value_or(0),
                                   static_cast<double>(plan.memory_fixed_bytes.value_or(0))};
  for (std::size_t i = 0; i < plan.blocks.size(); ++i) {
    const auto processor = static_cast<std::size_t>(plan.blocks[i].cells.processor);
    check_bytes(memory.bytes(plan.blocks[i].cells), plan.cluster, processor, "/blocks/" + std::to_string(i), faults);
  }
}

/// The halo by g, and the superstep by g and L; of a plan without these, the halo tells g, and the superstep takes no
/// less than without a barrier.
void check_network(const ArrayShares& plan, const std::vector<MatrixPart>& blocks, Comparison& predicted) {
  const auto cells = shares::halo_cells(shares::halo_messages(blocks, plan.halo));
  std::vector<double> bytes;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    bytes.push_back(static_cast<double>(std::max(cells.sent[i], cells.received[i])) *
                    static_cast<double>(plan.element_bytes));
  const double most_bytes = std::ranges::max(bytes);
  if (plan.gap_s_per_byte) predicted.number("halo_s", *plan.gap_s_per_byte * most_bytes);
  if (!plan.gap_s_per_byte && most_bytes == 0) predicted.number("halo_s", 0);
  const double halo_s = plan.predicted.halo_s.value_or(0);
  const double gap = plan.gap_s_per_byte.value_or(most_bytes > 0 ? halo_s / most_bytes : 0);
  double longest = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const document::Processor& processor = plan.cluster[static_cast<std::size_t>(blocks[i].processor)];
    longest = std::max(longest, processor.fixed_s.value_or(0) +
                                    static_cast<double>(blocks[i].cells()) / processor.speed + gap * bytes[i]);
  }
  if (plan.gap_s_per_byte && plan.barrier_s)
    predicted.number("superstep_s", longest + *plan.barrier_s);
  else
    predicted.at_least("superstep_s", longest);
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
  check_network(plan, blocks, predicted);
  check_memory(plan, faults);
  return faults;
}

document::Faults contradictions(const document::Node& json, const document::HbspCosts& costs) {
  document::Faults faults;
  document::HbspCosts again = costs;
  hbsp::price(again);
  double cost = 0, best_cost = 0;
  for (std::size_t k = 0; k < costs.supersteps.size(); ++k) {
    const document::SuperstepCost &step = costs.supersteps[k], &expected = again.supersteps[k];
    Comparison found(json["supersteps"].items()[k], "/supersteps/" + std::to_string(k), faults);
    found.number("cost", expected.cost);
    found.number("bottleneck", static_cast<double>(expected.bottleneck));
    found.number("best_cost", expected.best_cost);
    if (step.best_shares.empty() && !expected.best_shares.empty() &&
        (step.shared_work > 0 || step.shared_traffic > 0 || !agree(expected.best_cost, expected.cost)))
      found.fault("best_shares", "found none; expected one share of each processor");
    if (const double sum = std::accumulate(step.best_shares.begin(), step.best_shares.end(), 0.0);
        !step.best_shares.empty() && !agree(sum, 1))
      found.fault("best_shares", "their sum is " + digits(sum) + "; expected 1");
    for (std::size_t i = 0; i < std::min(step.best_shares.size(), expected.best_shares.size()); ++i)
      if (!agree(step.best_shares[i], expected.best_shares[i], 1))
        found.fault("best_shares", "processor " + std::to_string(i) + ": found " + digits(step.best_shares[i]) +
                                       "; the rest of the document gives " + digits(expected.best_shares[i]));
    cost += step.cost;
    best_cost += step.best_cost;
  }
  Comparison predicted(json["predicted"], "/predicted", faults);
  predicted.number("cost", cost);
  predicted.number("best_cost", best_cost);
  return faults;
}

}  // namespace uneven::check
