#pragma once

#include <span>
#include <vector>

namespace uneven::hbsp {

/// A heterogeneous BSP machine: unequal processors, unequal links, one barrier.
///
/// In the report's units speeds are relative (the slowest is 1) and times count its operations; with measured values
/// speeds are in units/s, gaps in s/element and the barrier in s. The formulas are the same.
struct Machine {
  std::vector<double> speed;  ///< s_i, shape [N]
  std::vector<double> gap;    ///< g_i, shape [N]: time per message element of processor i
  double barrier = 0;         ///< L
};

/// What the processors do between two barriers.
struct Superstep {
  std::vector<double> work;     ///< w_i, shape [N]
  std::vector<double> traffic;  ///< h_i, shape [N]: the larger of what i sends and what it receives
};

/// Checks that there is a speed and that each is finite and positive.
///
/// @throws InputError naming the first that is not.
void check_speeds(std::span<const double> speed);

/// s_i: the speeds over the slowest.
///
/// @throws InputError as check_speeds, or if they differ by too much for their sum to be a number.
std::vector<double> relative_speeds(std::span<const double> speed);

/// max_i( w_i / s_i + g_i h_i ) + L  (HBSP report, 2.2).  Cost: O(N).
double superstep_cost(const Machine& machine, const Superstep& step);

}  // namespace uneven::hbsp
