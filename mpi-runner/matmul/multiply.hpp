#pragma once

#include "comm/clock.hpp"
#include "matmul/panel_exchange.hpp"
#include "matmul/stop.hpp"

namespace uneven::matmul {

/// A block of C, and how many columns of A were multiplied for it: all, unless it was stopped.
template <class Real>
struct Block {
  Matrix<Real> c;
  std::int64_t done = 0;
};

/// This process's block of C = A B, panel by panel; the next ones travel while one is multiplied. Collective over the
/// processors that have a block.
///
/// @param block     of C, this process's in the plan.
/// @param exchange  of the panels for it, not begun.
/// @param stop      may end it early; C is then incomplete.
/// @param times     where the time went.
/// Cost: n rows columns multiply-adds; memory as hbsp::matmul_memory.
template <class Real>
Block<Real> multiply(const document::HbspMatmul& plan, const document::MatrixPart& block, PanelExchange<Real>& exchange,
                     Stop& stop, comm::Times& times);

}  // namespace uneven::matmul
