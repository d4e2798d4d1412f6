#pragma once

#include <cstddef>
#include <cstdint>

namespace uneven::partition {

/// Chunks that are worked on at a time where several processors share a column: the sum of one travels while the next
/// is computed. More of them would not stay in the cache until their sums are back.
inline constexpr int chunks_in_flight = 2;

/// A processor's way through its chunks: those in flight go forward before the first of them goes back. What is
/// measured, predicted and run have it from here.
/// @param forward, backward  called with the number of a chunk.
template <class Forward, class Backward>
void through_chunks(std::int64_t chunks, int in_flight, Forward forward, Backward backward) {
  const std::int64_t behind = in_flight - 1;
  for (std::int64_t c = 0; c < chunks + behind; ++c) {
    if (c < chunks) forward(c);
    if (c >= behind) backward(c - behind);
  }
}

/// Samples that the processors of a column work on at a time: as many as stay in a cache, and so few that the sum of
/// their outputs travels in messages that leave in one piece; 64 at least.
/// @param tallest     the largest number of hidden units in the column.
/// @param processors  of the column; one alone sends nothing.
std::int64_t chunk_samples(std::int64_t tallest, std::int64_t outputs, std::size_t processors,
                           std::size_t element_bytes);

}  // namespace uneven::partition
