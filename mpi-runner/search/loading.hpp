// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "comm/communicator.hpp"
#include "context.hpp"
#include "document/options/plan_options.hpp"
#include "document/search.hpp"
#include "search/held.hpp"
#include "search/queries.hpp"

namespace uneven::search {

/// What a rank has before the search.
struct Loaded {
  Held held;
  std::unique_ptr<QueryService> query_service{};  ///< rank 0, unless the data are made up
  std::vector<Query> to_scan{};                   ///< rank 0: queries without an exact match, in order
  std::function<void(Packed&)> read{};            ///< reads rows of the file of vectors; empty for words
};

/// Gives each rank the examples with which it begins: its share, or all where the plan's method lets any rank scan any.
///
/// Vectors are read by each rank. Tables of words are read by rank 0 and sent packed. Without a table, examples are
/// made up from the seed. Collective.
/// @throws InputError, OpenError, MemoryError  on all ranks, where the first failed.
Loaded load(const document::Search& plan, const document::SearchOptions& options, const runner::Context& context,
            const comm::Communicator& comm);

}  // namespace uneven::search
