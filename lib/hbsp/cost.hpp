// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "document/hbsp_costs.hpp"
#include "document/hbsp_matmul.hpp"
#include "document/speeds.hpp"

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

/// The least cost of a superstep and the shares that reach it.
struct BestShares {
  double cost = 0;
  std::vector<double> shares;  ///< x_i, shape [N], each >= 0, sum 1
};

/// Shares out work W and traffic H so that max_i( t_i + x_i (W / s_i + g_i H) ) + L is least, where t_i is the time
/// that processor i takes for its own work and traffic: w_i / s_i + g_i h_i.
///
/// Processors with a share all finish at one time T, sum_i max(0, (T - t_i) / (W / s_i + g_i H)) = 1; the others take
/// longer without one. Shares are perfectly divisible.
///
/// @param own      own work and traffic of the processors.
/// @param work     W >= 0.
/// @param traffic  H >= 0; not both are 0.
/// Cost: O(N log N).
BestShares best_shares(const Machine& machine, const Superstep& own, double work, double traffic);

/// Works out the costs of all supersteps, from the rest of the document.
///
/// Shared work and traffic are first taken in proportion to speed. The best shares move them alone, and leave the
/// processors' own where it is. In a superstep without shared work and traffic they move everything, each
/// processor the same share of the work and of the traffic; there are none if nothing is gained.
///
/// @throws InputError  if a cost is no finite number.
/// Cost: O(S N log N) for S supersteps.
void price(document::HbspCosts& costs);

/// Reads the supersteps of a program from a text table of four columns: superstep, processor, w, h.
///
/// Fields stand between tabs if the first line has one, else between commas. A first line "superstep processor w h" is
/// a header; lines that begin with # are comments. Rows of one superstep and processor add up. Supersteps are in the
/// order of their first rows. Processor * stands for all processors together: w and h are shared out.
///
/// @param path        "-" is standard input.
/// @param processors  N; numbers of processors are from 0 to N - 1.
/// @return            names, work and traffic; no costs.
/// @throws OpenError, IoError
/// @throws InputError  at a line without four fields, a number of a processor that does not exist, w or h that is no
///   finite number >= 0; if there is no row.
std::vector<document::SuperstepCost> read_supersteps(const std::string& path, std::size_t processors);

/// Places `count` equal elements in consecutive ranges, so that a superstep over them ends earliest.
///
/// Every processor has a range, which may be empty for a slow processor or one busy with messages. Does not predict
/// seconds.
///
/// @param count  elements, 0 <= count < 2^53.
/// @param busy   result of message_seconds(), in s.
/// @throws InputError if a speed is not finite and positive.
/// Cost: O(N log N).
document::HbspElements plan_elements(std::int64_t count, std::vector<document::Processor> cluster,
                                     const std::vector<double>& busy = {});

/// Busy seconds of each processor with the messages of a superstep, shape [N]. Empty without CPU quotas, which make
/// these times long, and for more than 4,096 processors.
std::vector<double> message_seconds(const document::Speeds& speeds);

/// Whether `speeds` count elements per second, so that the seconds of a superstep follow from them.
bool are_element_speeds(const document::Speeds& speeds);

/// Predicts the seconds of a superstep: max_i(n_i / v_i) + L, where L is the measured barrier or 0. With CPU quotas,
/// whose stops differ between processors, supersteps of up to 4,096 processors are replayed: work, then short messages
/// up a binomial tree and back.
///
/// Precondition: are_element_speeds(speeds), the plan made for the same processors.
void predict_seconds(document::HbspElements& plan, const document::Speeds& speeds);

}  // namespace uneven::hbsp
