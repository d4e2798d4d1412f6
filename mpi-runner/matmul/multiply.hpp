#pragma once

#include "comm/clock.hpp"
#include "matmul/panel_exchange.hpp"
#include "matmul/stop.hpp"

namespace uneven::matmul {

/// This process's block of C = A B, panel by panel; the next ones travel while one is multiplied. Collective over the
/// processors that have a block.
///
/// @param block     of C, this process's in the plan.
/// @param exchange  of the panels for it, not begun.
/// @param stop      may end it early; C is then incomplete.
/// @param times     where the time went.
/// @param c         for the block, of zeros.
/// @return          how many columns of A were multiplied for it: all, unless it was stopped.
/// Cost: n rows columns multiply-adds; memory as hbsp::matmul_memory.
template <class Real>
std::int64_t multiply(const document::HbspMatmul& plan, const document::MatrixPart& block,
                      PanelExchange<Real>& exchange, Stop& stop, comm::Times& times, Matrix<Real>& c);

}  // namespace uneven::matmul
