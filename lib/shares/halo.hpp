// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "document/hbsp_matmul.hpp"

namespace uneven::shares {

/// The halo message of one block to another.
struct HaloMessage {
  std::size_t to = 0;      ///< index of the block that gets it
  std::int64_t cells = 0;  ///< of the sender within reach of the receiver
};

/// What each block of an array sends in a superstep, if every block needs the cells within `halo` rows and columns of
/// it, corners included: a frame around it, cut at the ends of the array.
///
///     . f f f f f .      Block b needs f, here with a halo of 1. Stencils without diagonals (five points) would need
///     . f b b b f .      no corners: at most halo^2 cells more per corner are counted, and blocks that touch
///     . f f f f f .      at a corner only are neighbours.
///
/// Neighbours of a block are the owners of these cells; if blocks are narrower than the halo, also those beyond the
/// next. With halo 0 they are the blocks that touch, and messages are empty.
///
/// @param blocks  that tile an array, each of at least one cell, in any arrangement; shape [N].
/// @return        by block, ascending by `to`; the relation is symmetric, the numbers of cells need not be.
/// @throws InputError if more than 2^24 pairs of blocks are within reach.
/// Cost: O(M log M) for M messages of any halo and all pairs that touch.
std::vector<std::vector<HaloMessage>> halo_messages(std::span<const document::MatrixPart> blocks, std::int64_t halo);

/// Cells that each block sends and receives in a superstep, shape [N].
struct HaloCells {
  std::vector<std::int64_t> sent, received;
};
HaloCells halo_cells(const std::vector<std::vector<HaloMessage>>& messages);

}  // namespace uneven::shares
