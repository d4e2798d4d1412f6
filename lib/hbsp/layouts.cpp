#include "hbsp/layouts.hpp"

#include <algorithm>
#include <cmath>

namespace uneven::hbsp {

using document::Layout;
using document::LayoutCost;

double communication(Layout c, std::int64_t n, double s) {
  const double cells = static_cast<double>(n) * static_cast<double>(n);
  return c == Layout::alpha ? 2 * cells / std::sqrt(s) : cells * (1 + 1 / s);
}

std::vector<LayoutCost> layout_costs(std::int64_t n, double s, double gap, double barrier) {
  const double compute = std::pow(static_cast<double>(n), 3) / s;
  std::vector<LayoutCost> costs;
  for (Layout a : {Layout::alpha, Layout::beta, Layout::gamma})
    for (Layout b : {Layout::alpha, Layout::beta, Layout::gamma})
      for (Layout c : {Layout::alpha, Layout::beta, Layout::gamma}) {
        const double elements = communication(c, n, s);
        costs.push_back({{a, b, c}, elements, compute + gap * elements + barrier});
      }
  // They were made in alphabetical order, which a stable sort keeps among equals.
  std::ranges::stable_sort(costs, {}, &LayoutCost::communication);
  return costs;
}

}  // namespace uneven::hbsp
