#include "search/weights.hpp"

#include <algorithm>
#include <cmath>

namespace uneven::search {

std::vector<std::int64_t> weights(const std::vector<std::uint32_t>& values, std::size_t count,
                                  const std::vector<std::uint32_t>& targets, Weighting weighting) {
  std::vector<std::uint64_t> pairs(values.size());
  for (std::size_t row = 0; row < values.size(); ++row) pairs[row] = std::uint64_t{values[row]} << 32 | targets[row];
  std::sort(pairs.begin(), pairs.end());

  std::vector<std::int64_t> result(count, kWeightUnit);
  for (std::size_t at = 0; at < pairs.size();) {
    const std::uint64_t value = pairs[at] >> 32;
    std::int64_t n = 0;
    double squares = 0;  // of whole numbers, exact below 2^53
    while (at < pairs.size() && pairs[at] >> 32 == value) {
      const std::uint64_t pair = pairs[at];
      std::int64_t k = 0;
      for (; at < pairs.size() && pairs[at] == pair; ++at) ++k;
      n += k;
      squares += static_cast<double>(k) * static_cast<double>(k);
    }
    const double root = std::sqrt(squares), all = static_cast<double>(n);
    result[value] = std::llround(kWeightUnit * (weighting == Weighting::okada ? all / root : root / all));
  }
  return result;
}

}  // namespace uneven::search
