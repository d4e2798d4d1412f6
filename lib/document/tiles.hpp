// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "document/faults.hpp"
#include "document/hbsp_matmul.hpp"

namespace uneven::document {

/// A matrix or array that blocks must tile exactly.
struct Tiled {
  std::string pointer;  ///< JSON pointer to the list of blocks
  std::string name;     ///< in messages
  std::int64_t rows = 0, columns = 0;
  std::int64_t processors = 0;  ///< those that exist
  std::set<std::int64_t> left_out{};
};

/// Adds a fault for each block outside the array, of a processor that does not exist, is left out or has two blocks; if
/// there is none, for an overlap or a hole. Cost: O(N log N).
void check_tiles(const Tiled& tiled, const std::vector<MatrixPart>& parts, Faults& faults);

/// Adds a fault for each processor that neither has a block nor is left out, and for each number left out that is none.
void check_accounted_for(const Tiled& tiled, const std::vector<MatrixPart>& parts, Faults& faults);

}  // namespace uneven::document
