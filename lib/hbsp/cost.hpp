// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "document/hbsp_matmul.hpp"

namespace uneven::hbsp {

/// A heterogeneous BSP machine: unequal processors, unequal links, one barrier.
///
/// In the report's units, speeds are relative (the slowest is 1) and times are in operations of the slowest; with
/// measured values, speeds are in units/s, gaps in s/element and the barrier in s. The formulas are the same.
struct Machine {
  std::vector<double> speed;  ///< s_i, shape [N]
  std::vector<double> gap;    ///< g_i, shape [N]: time per message element of processor i
  double barrier = 0;         ///< L
};

/// Work and traffic of the processors between two barriers.
struct Superstep {
  std::vector<double> work;     ///< w_i, shape [N]
  std::vector<double> traffic;  ///< h_i, shape [N]: the larger of the elements that i sends and receives
};

/// Checks that there is a speed and that each is finite and positive.
///
/// @throws InputError  naming the first wrong speed.
void check_speeds(std::span<const double> speed);

/// Relative speeds s_i: each speed over the slowest.
///
/// @throws InputError  see check_speeds(); also if speeds differ so much that their sum overflows.
std::vector<double> relative_speeds(std::span<const double> speed);

/// max_i( w_i / s_i + g_i h_i ) + L  (HBSP report, 2.2).  Cost: O(N).
double superstep_cost(const Machine& machine, const Superstep& step);

/// CPU time that messages cost a processor.
struct MessageCost {
  double element_s = 0;  ///< per element sent or received
  double message_s = 0;  ///< per message sent or received
};

/// Busy seconds of each processor of a product, for multiply-adds and for messages: n cells_i / v_i +
/// element_s_i (elements sent and received) + message_s_i (messages sent and received).
///
/// @param speed  v_i, shape [N], multiply-adds/s.
/// @param costs  shape [N]; empty if messages cost nothing.
/// @return       shape [N]; 0 for processors left out.
/// Cost: O(n + N).
std::vector<double> busy_seconds(const document::HbspMatmul& plan, std::span<const double> speed,
                                 std::span<const MessageCost> costs);

/// Communication cost of a matrix product for A and B together, in elements (g = 1).
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
