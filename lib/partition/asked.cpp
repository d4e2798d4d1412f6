// SPDX-License-Identifier: MIT
#include "partition/asked.hpp"

#include <functional>
#include <set>
#include <string>

#include "base/error.hpp"

namespace uneven::partition {

namespace {

constexpr double threshold_of_the_paper = 0.06;  // for small groups

}  // namespace

std::vector<Collective> collectives(const Options& options) {
  if (options.collective) return {*options.collective};
  if (options.objective == Objective::seconds) return {Collective::linear, Collective::tree, Collective::ring};
  return {Collective::linear};
}

std::vector<std::int64_t> processor_counts(const Options& options, std::int64_t all) {
  std::set<std::int64_t, std::greater<>> counts{options.processors.value_or(all)};
  if (options.objective == Objective::seconds && !options.processors)
    for (std::int64_t step = 1; step < all; step = all <= few_processors ? step + 1 : step * 2)
      counts.insert({step, all - step});
  return {counts.begin(), counts.end()};
}

bool eligible(const document::Candidate& row, const Options& options) {
  if (options.columns && row.columns != *options.columns) return false;
  switch (options.method) {
    case Method::grid:
      return row.method == document::PartitionMethod::grid;
    case Method::equal:
      return row.method == document::PartitionMethod::equal;
    case Method::best:
      return true;
    default:
      if (row.method != document::PartitionMethod::columns) return false;
      return options.objective == Objective::seconds || row.order == options.order;
  }
}

void require_processors(const Options& options, std::int64_t all) {
  if (options.processors && *options.processors > all)
    throw UsageError("--processors " + std::to_string(*options.processors) + ": the speeds are those of " +
                     std::to_string(all));
}

void refuse_columns(const Options& options) {
  throw UsageError("--columns " + std::to_string(options.columns.value_or(0)) +
                   ": no partition of this method has that many columns; columns takes 1 to the number of processors, "
                   "grid and equal a divisor of it");
}

document::Speeds with_network(document::Speeds speeds) {
  if (speeds.processors.size() == 1 && !speeds.network) speeds.network.emplace();
  return speeds;
}

std::vector<Draft> with_joining(const Draft& draft, const Options& options) {
  const bool by_seconds = options.objective == Objective::seconds;
  if (draft.row.method != document::PartitionMethod::columns || options.small_group == 0.0) return {draft};
  Draft close = draft, within = draft;
  close.joins_close = true;
  within.row.small_group = options.small_group.value_or(threshold_of_the_paper);
  if (options.small_group) return by_seconds ? std::vector{draft, within} : std::vector{within};
  return by_seconds ? std::vector{draft, within, close} : std::vector{close};
}

}  // namespace uneven::partition
