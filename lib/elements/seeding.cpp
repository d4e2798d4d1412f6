#include "elements/seeding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "elements/points.hpp"
#include "elements/random.hpp"

namespace uneven::elements {

void Seeding::propose(const Batch& batch, std::span<const double> chosen, double* candidate) const {
  const auto size = static_cast<std::size_t>(batch.count);
  const std::size_t n = chosen.size() / static_cast<std::size_t>(dimensions);
  std::vector<double> weight(size, 1.0), label(size);
  if (n > 0)
    kernels().nearest(PointsOf(batch, dimensions), chosen.data(), static_cast<std::int64_t>(n), weight.data(),
                      label.data());
  double total = 0;
  for (const double w : weight) total += w;
  const auto block = static_cast<std::uint64_t>(batch.first);
  candidate[0] = total > 0 ? -std::log(uniform(seed, 2 * n, block)) / total : std::numeric_limits<double>::infinity();
  double left = uniform(seed, 2 * n + 1, block) * total;
  std::size_t i = 0;
  while (i + 1 < size && (left -= weight[i]) >= 0) ++i;
  // Rounding may leave a little at the end: a point of weight 0 must not profit.
  while (i > 0 && weight[i] == 0) --i;
  for (int j = 0; j < dimensions; ++j) candidate[1 + j] = batch.lane<double>(j)[i];
}

void Seeding::keep_better(double* into, const double* from) const {
  if (from[0] < into[0]) std::copy_n(from, message(), into);
}

}  // namespace uneven::elements
