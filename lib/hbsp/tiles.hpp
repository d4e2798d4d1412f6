#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "document/hbsp_matmul.hpp"

namespace uneven::hbsp {

/// Blocks that tile a matrix exactly.
struct Tiling {
  std::vector<document::MatrixPart> parts;  ///< by processor; one too slow for a whole cell has none
  double ratio = 1;                         ///< exact half-perimeters, before rounding, over 2 sum_i sqrt(a_i)
};

/// Cuts an n x n matrix into one block of whole rows and columns per processor, sized by speed.
///
/// alpha: the arrangement with the least half-perimeters, rounded; beta and gamma: bands. Given the arrangement, the
/// rounding makes max_i(cells_i / v_i) as small as whole numbers allow: a column of width w whose rows are shared with
/// makespan M takes w M, so rows are shared inside each column first, then the columns by 1/M.
///
/// Cost: O(N log N) time.
///
/// @param n      size of the matrix, >= 1.
/// @param speed  v_i, shape [N], any unit, each finite and > 0.
Tiling tiles(document::Layout layout, std::int64_t n, std::span<const double> speed);

}  // namespace uneven::hbsp
