#pragma once

#include <cstdint>
#include <vector>

#include "search/packed.hpp"

namespace uneven::search {

/// Examples with the columns of the noun phrases and as many values, for a plan that is run without a table.
Packed made_up_examples(std::int64_t rows, std::uint64_t seed);

/// Queries that resemble one of the examples.
std::vector<Query> made_up_queries(const Packed& examples, std::size_t count, std::uint64_t seed);

}  // namespace uneven::search
