// SPDX-License-Identifier: MIT
#include "hbsp/cost.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <string>

#include "base/error.hpp"
#include "hbsp/exchange.hpp"

namespace uneven::hbsp {

void check_speeds(std::span<const double> speed) {
  if (speed.empty()) throw InputError("no processors; expected at least one speed");
  for (std::size_t i = 0; i < speed.size(); ++i) {
    if (std::isfinite(speed[i]) && speed[i] > 0) continue;
    throw InputError("processor " + std::to_string(i) + ": " + std::to_string(speed[i]) +
                     " is not a speed; expected a finite value > 0");
  }
}

std::vector<double> relative_speeds(std::span<const double> speed) {
  check_speeds(speed);
  const double slowest = *std::ranges::min_element(speed);
  std::vector<double> relative(speed.begin(), speed.end());
  for (double& s : relative) s /= slowest;
  if (!std::isfinite(std::accumulate(relative.begin(), relative.end(), 0.0)))
    throw InputError("the speeds differ by more than a double can hold");
  return relative;
}

double superstep_cost(const Machine& machine, const Superstep& step) {
  assert(step.work.size() == machine.speed.size() && step.traffic.size() == machine.speed.size());
  double slowest = 0;
  for (std::size_t i = 0; i < machine.speed.size(); ++i)
    slowest = std::max(slowest, step.work[i] / machine.speed[i] + machine.gap[i] * step.traffic[i]);
  return slowest + machine.barrier;
}

std::vector<double> busy_seconds(const document::HbspMatmul& plan, std::span<const double> speed,
                                 std::span<const MessageCost> costs) {
  std::vector<double> seconds(plan.cluster.size(), 0.0);
  for (const document::MatrixPart& part : plan.rectangles)
    seconds[part.processor] =
        static_cast<double>(plan.size.inner) * static_cast<double>(part.cells()) / speed[part.processor];
  if (costs.empty()) return seconds;
  const auto load = traffic(plan);
  for (std::size_t i = 0; i < seconds.size(); ++i)
    seconds[i] += costs[i].element_s * (load[i].sent + load[i].received) + costs[i].message_s * load[i].messages;
  return seconds;
}

using document::Layout;
using document::LayoutCost;

double multiply_adds(const document::ProductSize& size) {
  const auto rows = static_cast<double>(size.rows), columns = static_cast<double>(size.columns);
  // The power rounds otherwise than a product; recorded plans have it.
  return size.is_square() ? std::pow(rows, 3) : rows * columns * static_cast<double>(size.inner);
}

double communication(Layout c, const document::ProductSize& size, double s) {
  const auto rows = static_cast<double>(size.rows), inner = static_cast<double>(size.inner),
             columns = static_cast<double>(size.columns);
  if (c == Layout::alpha && rows <= s * columns && columns <= s * rows)
    return 2 * (inner * std::sqrt(rows * columns)) / std::sqrt(s);
  if (c == Layout::alpha) c = rows > columns ? Layout::beta : Layout::gamma;
  const double whole = c == Layout::beta ? columns : rows, cut = c == Layout::beta ? rows : columns;
  return inner * whole * (1 + cut / whole / s);
}

std::vector<LayoutCost> layout_costs(const document::ProductSize& size, double s, double gap, double barrier) {
  const double compute = multiply_adds(size) / s;
  std::vector<LayoutCost> costs;
  for (Layout a : {Layout::alpha, Layout::beta, Layout::gamma})
    for (Layout b : {Layout::alpha, Layout::beta, Layout::gamma})
      for (Layout c : {Layout::alpha, Layout::beta, Layout::gamma}) {
        const double elements = communication(c, size, s);
        costs.push_back({{a, b, c}, elements, compute + gap * elements + barrier});
      }
  // The layouts are in alphabetical order, which a stable sort keeps among equals.
  std::ranges::stable_sort(costs, {}, &LayoutCost::communication);
  return costs;
}

}  // namespace uneven::hbsp
