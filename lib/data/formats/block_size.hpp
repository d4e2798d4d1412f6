// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

namespace uneven::data {

/// How much of a file is one block of its rows. The tests make blocks small, so that small files have several.
struct BlockSize {
  std::int64_t bytes = 1 << 20;       ///< of text
  std::int64_t numbers = 1 << 17;     ///< of arrays
  std::int64_t rows_apart = 1 << 14;  ///< least rows of arrays that are kept column by column
  std::int64_t entries = 1 << 20;     ///< of a sparse matrix that are in memory at a time
};
inline BlockSize block_size;

/// Of the processor, for each thing that is asked of libhdf5, which damaged files lead in circles. Tests wait less.
inline double hdf5_seconds = 30;

/// Rows of a block of an array.
inline std::int64_t rows_of_block(std::int64_t columns) {
  return std::max<std::int64_t>(1, block_size.numbers / std::max<std::int64_t>(1, columns));
}

}  // namespace uneven::data
