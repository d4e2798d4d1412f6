#pragma once

#include <cstdint>
#include <vector>

#include "partition/search/cost.hpp"

namespace uneven::partition {

/// What no partition into columns can beat, whatever the order of the processors.
///
/// Linear: with k_c processors of total share S_c in column c, and H the sum of the square roots of the shares,
/// k_c S_c >= H_c^2 (Cauchy and Schwarz), so sum_c (k_c - 1) S_c >= H^2 / C - 1, and the greatest of the C terms is at
/// least a C-th of that. Tree and ring: some column has ceil(N / C) processors and is no narrower than the slowest so
/// many; and a column of one processor is no wider than the fastest, so if that is below 1 / C, some column of at least
/// that width has two.
class LowerBound {
 public:
  /// @param ascending  whole speeds, shape [N], ascending, N >= 1.
  LowerBound(const std::vector<std::int64_t>& ascending, const Problem& problem);

  /// A bound on eq. (10) in elements with exactly `columns` columns, 1 <= columns <= N.
  double elements(std::int64_t columns) const;

  /// The least of them over all numbers of columns. Cost: O(N).
  double elements() const;

 private:
  Problem problem_;
  std::vector<std::int64_t> prefix_;
  double root_sum_ = 0;  ///< H
  double fastest_ = 0;   ///< greatest share
};

}  // namespace uneven::partition
