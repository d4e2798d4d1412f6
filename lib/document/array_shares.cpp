// SPDX-License-Identifier: MIT
#include "document/array_shares.hpp"

#include <algorithm>
#include <map>

#include "document/field_groups.hpp"
#include "document/hbsp_matmul.hpp"
#include "document/writer.hpp"

namespace uneven::document {

Object describe(const ArrayBlock&) {
  using B = ArrayBlock;
  return Object({
      field<&B::cells, &MatrixPart::processor>("processor", count()),
      field<&B::cells, &MatrixPart::rows>("rows", range()),
      field<&B::cells, &MatrixPart::columns>("columns", range()),
      always<&B::neighbours>("neighbours", processor_numbers(),
                             "Processors that own cells of its halo, ascending; with halo 0 those whose blocks touch."),
      maybe<&B::halo_bytes>("halo_bytes", count(), "That it sends in a superstep."),
  });
}

Object describe(const ArrayPrediction&) {
  using P = ArrayPrediction;
  return Object({
      always<&P::seconds>("seconds", or_null(amount()), "The cells, without messages."),
      always<&P::superstep_s>("superstep_s", or_null(amount()),
                              "The cells, the halo and the barrier; null where the network was not measured."),
      always<&P::halo_s>("halo_s", or_null(amount()), "The most bytes that a processor sends or receives, in time."),
      maybe<&P::lower_bound>(
          "lower_bound", amount(),
          "Whole cells in shares of any shape take no less: in seconds, or in cells over speed where\n"
          ".B seconds\nis null."),
      maybe<&P::imbalance>("imbalance", number()),
      maybe<&P::border>("border", count(), "Rows and columns of all blocks, added."),
      maybe<&P::bytes>("bytes", object<SentBytes>(), "Sent in a superstep."),
  });
}

Object describe(const ArrayShares&) {
  using P = ArrayShares;
  const Type blocks =
      list_of(object<ArrayBlock>("an object with processor, rows and columns"), "a list of at least one block", 1);
  return Object(
      joined({
          field<&P::rows>("rows", size(), "Of the array."),
          field<&P::columns>("columns", size(), "Of the array."),
          maybe<&P::halo>("halo", count(),
                          "Rows and columns around a block that its processor needs, corners included; default 0."),
          maybe<&P::element_bytes>("element_bytes", size(), "Of a cell; default 8."),
          maybe<&P::gap_s_per_byte>("gap_s_per_byte", or_null(amount()), "g, where the network was measured."),
          maybe<&P::barrier_s>("barrier_s", or_null(amount()), "L, where the network was measured."),
          field<&P::blocks>("blocks", blocks, "By processor."),
          maybe<&P::predicted>("predicted", object<ArrayPrediction>()),
          always<&P::left_out>("left_out", processor_numbers()),
          maybe<&P::memory_per_unit_bytes>("memory_per_unit_bytes", amount(),
                                           "Memory of a cell, of the block and of the halo around it."),
          maybe<&P::memory_fixed_bytes>("memory_fixed_bytes", count(),
                                        "Memory of a process with a block, beside its cells."),
          always<&P::cluster>("cluster", processors()),
          origin<P>(),
      }),
      [](void* to, const Node&, std::size_t) {
        auto& plan = *static_cast<ArrayShares*>(to);
        if (plan.cluster.empty()) plan.cluster.resize(plan.blocks.size() + plan.left_out.size());
      });
}

namespace {

/// Neighbours ascend, exist, and name each other.
void check_neighbours(const ArrayShares& plan, Faults& found) {
  std::map<std::int64_t, const std::vector<std::int64_t>*> neighbours_of;
  for (const ArrayBlock& block : plan.blocks) neighbours_of[block.cells.processor] = &block.neighbours;
  for (std::size_t i = 0; i < plan.blocks.size(); ++i) {
    const auto& [cells, neighbours, bytes] = plan.blocks[i];
    for (std::size_t k = 0; k < neighbours.size(); ++k) {
      const std::string here = "/blocks/" + std::to_string(i) + "/neighbours/" + std::to_string(k);
      const std::string name = std::to_string(neighbours[k]);
      const auto other = neighbours_of.find(neighbours[k]);
      if (neighbours[k] == cells.processor)
        found.add(here, "processor " + name + " is its own neighbour");
      else if (k > 0 && neighbours[k] <= neighbours[k - 1])
        found.add(here,
                  "found " + name + " after " + std::to_string(neighbours[k - 1]) + "; expected ascending numbers");
      else if (other == neighbours_of.end())
        found.add(here, "processor " + name + " has no block");
      else if (!std::ranges::binary_search(*other->second, cells.processor))
        found.add(here, "processor " + name + " does not have " + std::to_string(cells.processor) + " as a neighbour");
    }
  }
}

}  // namespace

Faults faults(const ArrayShares& plan) {
  Faults found;
  const double cells = static_cast<double>(plan.rows) * static_cast<double>(plan.columns);
  if (cells > most_cells)
    found.add("/rows", std::to_string(plan.rows) + " x " + std::to_string(plan.columns) +
                           " cells; expected at most 9007199254740991");
  if (!found.empty()) return found;
  const Tiled tiled{"/blocks",
                    "array",
                    plan.rows,
                    plan.columns,
                    std::ssize(plan.cluster),
                    {plan.left_out.begin(), plan.left_out.end()}};
  std::vector<MatrixPart> parts;
  for (const ArrayBlock& block : plan.blocks) parts.push_back(block.cells);
  check_tiles(tiled, parts, found);
  check_accounted_for(tiled, parts, found);
  if (found.empty()) check_neighbours(plan, found);
  return found;
}

}  // namespace uneven::document
