#pragma once

#include <cstdint>
#include <vector>

#include "document/hbsp_matmul.hpp"

namespace uneven::hbsp {

/// The communication of a matrix product for A and B together, in elements (g = 1).
///
/// It depends on the layout of C alone (HBSP report, section 3, cases 1-9): 2 n^2 / sqrt(s) for alpha, n^2 (1 + 1/s)
/// for beta and gamma.
///
/// @param n  size of the matrices.
/// @param s  sum of the speeds, the slowest being 1; s >= 1.
double communication(document::Layout c, std::int64_t n, double s);

/// All 27 layouts of (A, B, C), least communication first, ties in alphabetical order.
///
/// total = n^3 / s + gap * communication + barrier.
std::vector<document::LayoutCost> layout_costs(std::int64_t n, double s, double gap, double barrier);

}  // namespace uneven::hbsp
