// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "document/search.hpp"
#include "search/model.hpp"
#include "search/packed.hpp"

namespace uneven::search {

/// Examples with the columns of the noun phrases and as many values, for a plan that is run without a table.
Packed made_up_examples(std::int64_t rows, std::uint64_t seed);

/// Examples `rows` of endlessly many from those of `pool`: tile by tile the first columns of one and the others of
/// another, as if first and second nouns were combined anew.
/// @param pool  at least a tile. Cost: that of writing them.
Packed recombined(const Packed& pool, document::Range rows, std::uint64_t seed);

/// Queries that resemble one of the examples.
std::vector<Query> made_up_queries(const Packed& examples, std::size_t count, std::uint64_t seed);

}  // namespace uneven::search
