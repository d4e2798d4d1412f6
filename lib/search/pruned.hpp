// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "search/answers.hpp"
#include "search/index.hpp"
#include "search/kernels.hpp"

namespace uneven::search {

/// What a pruned search may look at before it gives up, in tiles of codes, examples found and groups together: so much
/// takes a fifth of the scan.
std::int64_t usual_budget(const Index& index);

/// As `scan` of index.rows, with the same neighbours offered or left out for good reason, hence the same answer.
///
/// Groups are taken by their distance, the least first, and inside a group the examples whose first code agrees in
/// more levels first; what is left is farther than the k-th nearest when it ends. Queries that exceed the budget, those
/// whose neighbours are many or far, are scanned for together.
///
/// @param examples  those that the index was made from.
/// @param budget    per query, at least 0.
/// @return          how many queries were scanned for.
/// Cost: at most the scan and the budget.
std::int64_t pruned_scan(const Packed& examples, const Index& index, std::span<const Query> queries,
                         std::span<Nearest> nearest, std::int64_t budget, Isa isa = best_isa());

}  // namespace uneven::search
