#include "draw/axis.hpp"

#include <cmath>

namespace uneven::draw {

std::vector<double> marks(double end) {
  if (!(end > 0)) return {0};
  constexpr double most = 8;
  const double power = std::pow(10, std::floor(std::log10(end / most)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0})
    if (end / (factor * power) <= most) step = factor * power;
  if (!(step > 0) || !std::isfinite(end * most)) return {0};  // a step would be no number
  std::vector<double> result;
  for (int i = 0; i * step <= end * (1 + 1e-12); ++i) result.push_back(i * step);
  return result;
}

}  // namespace uneven::draw
