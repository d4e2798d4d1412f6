// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "search/answers.hpp"
#include "search/index.hpp"
#include "search/kernels.hpp"

namespace uneven::search {

/// Budget of a pruned search before it gives up: tiles of codes, found examples and groups together. It takes a fifth
/// of the time of a scan.
std::int64_t usual_budget(const Index& index);

/// Gives the same answer as scan() of index.rows: it omits only examples that cannot be among the nearest.
///
/// Groups are visited in order of distance, and in a group first the examples whose first code agrees in more levels.
/// The search ends when all remaining examples are farther than the k-th nearest. Queries that exceed the budget, which
/// have many or far neighbours, are scanned together.
///
/// @param examples  the examples from which the index was made.
/// @param budget    per query, at least 0.
/// @return          number of queries that needed a scan.
/// Cost: at most the scan and the budget.
std::int64_t pruned_scan(const Packed& examples, const Index& index, std::span<const Query> queries,
                         std::span<Nearest> nearest, std::int64_t budget, Isa isa = best_isa());

}  // namespace uneven::search
