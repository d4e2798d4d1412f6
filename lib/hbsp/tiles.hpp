// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "document/hbsp_matmul.hpp"

namespace uneven::hbsp {

/// Blocks that tile a matrix exactly.
struct Tiling {
  std::vector<document::MatrixPart> parts;  ///< by processor; none for a processor too slow for a whole cell
  double ratio = 1;  ///< exact half-perimeters, before rounding, over shares::half_perimeter_bound()
};

/// Cuts a matrix into one block of whole rows and columns per processor, sized by speed.
///
/// alpha: the arrangement with the least half-perimeters, in columns or in rows, rounded by shares::whole_blocks();
/// beta and gamma: bands.
///
/// Cost: O(N log N) time.
///
/// @param rows, columns  of the matrix, >= 1.
/// @param speed          v_i, shape [N], any unit, each finite and > 0.
Tiling tiles(document::Layout layout, std::int64_t rows, std::int64_t columns, std::span<const double> speed);

}  // namespace uneven::hbsp
