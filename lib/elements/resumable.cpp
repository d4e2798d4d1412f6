#include "elements/resumable.hpp"

#include <algorithm>
#include <cmath>

namespace uneven::elements {

bool is_count(double number) { return number >= 0 && number <= 0x1p53 && number == std::floor(number); }

bool all_finite(const State& state) {
  const auto finite = [](const std::vector<double>& numbers) {
    return std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
  };
  return std::ranges::all_of(state.values, finite) && std::ranges::all_of(state.multicast, finite);
}

}  // namespace uneven::elements
