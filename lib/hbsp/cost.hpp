#pragma once

#include <span>
#include <vector>

namespace uneven::hbsp {

/// A heterogeneous BSP machine: unequal processors, unequal links, one barrier.
///
/// In the report's units speeds are relative (the slowest is 1) and times count its operations; with measured values
/// speeds are in units/s, gaps in s/byte and the barrier in s. The formulas are the same.
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

/// The report's machine: slowest = 1, and, as its eq. (1) assumes, g_i s_i = gap for every i.
///
/// @param gap      g of the slowest processor, >= 0.
/// @param barrier  L >= 0.
/// @throws InputError as relative_speeds.
Machine relative_machine(std::span<const double> speed, double gap, double barrier);

/// max_i( w_i / s_i + g_i h_i ) + L  (HBSP report, 2.2).  Cost: O(N).
double superstep_cost(const Machine& machine, const Superstep& step);

}  // namespace uneven::hbsp
