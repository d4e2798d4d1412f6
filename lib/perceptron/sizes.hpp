#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace uneven::perceptron {

/// Elements of the widest vector of any processor type.
inline constexpr std::int64_t widest_vector = 16;

/// Hidden units in a vector, of which one takes as long as all: of the widest kind on any processor type, but 1 with
/// dense inputs, most of whose work OpenBLAS does.
std::int64_t vector_width(std::string_view input);

/// Units that take as long as these: rounded up to whole vectors.
std::int64_t whole_vectors(std::int64_t units, std::int64_t width = widest_vector);

/// Elements from a row of so many to the next, in which the rows of a column block do not compete for the same cache
/// sets.
/// @param width  whole vectors.
std::int64_t stride_of(std::int64_t width);

/// A chunk size for which one chunk's F takes about 768 KiB, to stay in a second-level cache; the same for any
/// processor type. At least 256: all weights and the gradient pass through the caches for each chunk.
/// @param hidden  hidden units of a block; where processors share chunks, the largest of their blocks.
std::int64_t chunk_samples(std::int64_t hidden, std::size_t element_bytes);

}  // namespace uneven::perceptron
