// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "partition/plan.hpp"
#include "partition/search/candidates.hpp"

namespace uneven::partition {

// What the options of a plan ask to be compared.

/// Clusters up to this size: every number of processors is tried.
inline constexpr std::int64_t few_processors = 16;

std::vector<Collective> collectives(const Options& options);

/// Numbers of processors to try, descending; each number means the fastest ones. @param all  number of processors, N.
std::vector<std::int64_t> processor_counts(const Options& options, std::int64_t all);

/// Whether this candidate may become the plan; the others are only listed for comparison.
bool eligible(const document::Candidate& row, const Options& options);

/// @throws UsageError  if there are fewer than options.processors. @param all  number of processors, N.
void require_processors(const Options& options, std::int64_t all);

/// @throws UsageError  because no partition has options.columns columns.
[[noreturn]] void refuse_columns(const Options& options);

/// Adds a network without costs for a single processor, which sends no messages and has no measured network.
document::Speeds with_network(document::Speeds speeds);

/// One draft for each way of joining cuts that is to be compared.
std::vector<Draft> with_joining(const Draft& draft, const Options& options);

}  // namespace uneven::partition
