#include "elements/programs/cholesky.hpp"

#include <cmath>
#include <limits>

#include "elements/kernels/kernels.hpp"

namespace uneven::elements {

namespace {

constexpr double smallest_pivot = 0x1p-960;

}  // namespace

std::optional<InverseCholesky> inverse_cholesky(const std::vector<double>& lower, int d) {
  const auto at = [](int a, int b) { return static_cast<std::size_t>(triangle_at(a, b)); };
  std::vector<double> l = lower;
  InverseCholesky result{std::vector<double>(lower.size(), 0.0), 0};
  for (int a = 0; a < d; ++a)
    for (int b = 0; b <= a; ++b) {
      double sum = lower[at(a, b)];
      for (int k = 0; k < b; ++k) sum -= l[at(a, k)] * l[at(b, k)];
      if (a != b) {
        l[at(a, b)] = sum / l[at(b, b)];
      } else {
        // What is left of the diagonal is rounding if it is below d units in the last place; near the smallest double
        // there are no such units.
        if (!(sum > d * std::numeric_limits<double>::epsilon() * lower[at(a, a)] && sum > smallest_pivot))
          return std::nullopt;
        l[at(a, a)] = std::sqrt(sum);
        result.log_determinant += std::log(sum);
      }
    }
  for (int b = 0; b < d; ++b) {
    result.inverse[at(b, b)] = 1 / l[at(b, b)];
    for (int a = b + 1; a < d; ++a) {
      double sum = 0;
      for (int k = b; k < a; ++k) sum -= l[at(a, k)] * result.inverse[at(k, b)];
      result.inverse[at(a, b)] = sum / l[at(a, a)];
    }
  }
  return result;
}

}  // namespace uneven::elements
