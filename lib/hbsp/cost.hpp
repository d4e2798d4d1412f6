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

/// Busy seconds of each processor of a product, for multiply-adds and for messages: inner cells_i / v_i +
/// element_s_i (elements sent and received) + message_s_i (messages sent and received).
///
/// @param speed  v_i, shape [N], multiply-adds/s.
/// @param costs  shape [N]; empty if messages cost nothing.
/// @return       shape [N]; 0 for processors left out.
/// Cost: O(rows + columns + N).
std::vector<double> busy_seconds(const document::HbspMatmul& plan, std::span<const double> speed,
                                 std::span<const MessageCost> costs);

/// Multiply-adds of a product: rows inner columns.
double multiply_adds(const document::ProductSize& size);

/// Communication cost of a matrix product for A and B together, in elements (g = 1): the elements of A and B that one
/// of s equal parts of C needs.
///
/// A part of r rows and q columns needs r inner elements of A and q inner of B. With M rows, K inner and N columns, a
/// part has M/s x N cells for beta, M x N/s for gamma, and for alpha two equal sides of sqrt(M N / s). Where a side
/// would be longer than the matrix (M > s N or N > s M), the best blocks are bands, and alpha costs as much as they do.
///
///     alpha  2 K sqrt(M N / s)      beta  K (M/s + N)      gamma  K (M + N/s)
///
/// The cost depends on the layout of C alone. For n x n matrices it is that of the HBSP report, section 3, cases 1-9:
/// 2 n^2 / sqrt(s) for alpha, n^2 (1 + 1/s) for beta and gamma.
///
/// @param s  sum of the speeds, the slowest being 1; s >= 1.
double communication(document::Layout c, const document::ProductSize& size, double s);

/// All 27 layouts of (A, B, C), least communication first, ties in alphabetical order.
///
/// total = multiply_adds / s + gap * communication + barrier.
std::vector<document::LayoutCost> layout_costs(const document::ProductSize& size, double s, double gap, double barrier);

}  // namespace uneven::hbsp
