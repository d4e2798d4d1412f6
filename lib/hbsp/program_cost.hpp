// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "document/hbsp_costs.hpp"
#include "hbsp/cost.hpp"

namespace uneven::hbsp {

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
/// What is shared out is first taken in proportion to speed. The best shares move the shared work and traffic alone and
/// leave the processors' own where it is. In a superstep without shared work and traffic they move everything, each
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

}  // namespace uneven::hbsp
