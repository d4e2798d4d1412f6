#pragma once

#include <cstddef>
#include <cstdint>

namespace uneven::partition {

/// Chunks that are worked on at a time where several processors share a column: the sum of one travels while the next
/// is computed. More of them would not stay in the cache until their sums are back.
inline constexpr int chunks_in_flight = 2;

/// Samples that the processors of a column work on at a time: as many as stay in a cache, and so few that the sum of
/// their outputs travels in messages that leave in one piece; 64 at least.
/// @param tallest     the largest number of hidden units in the column.
/// @param processors  of the column; one alone sends nothing.
std::int64_t chunk_samples(std::int64_t tallest, std::int64_t outputs, std::size_t processors,
                           std::size_t element_bytes);

}  // namespace uneven::partition
