#include "partition/cost.hpp"

#include <bit>

namespace uneven::partition {

namespace {

std::int64_t ceil_log2(std::int64_t k) { return std::bit_width(static_cast<std::uint64_t>(k - 1)); }

}  // namespace

double phi(Collective collective, std::int64_t k) {
  switch (collective) {
    case Collective::tree:
      return static_cast<double>(ceil_log2(k));
    case Collective::ring:
      return static_cast<double>(k - 1) / static_cast<double>(k);
    default:
      return static_cast<double>(k - 1);
  }
}

std::int64_t last_with_same_phi(Collective collective, std::int64_t k) {
  return collective == Collective::tree ? static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(k))) : k;
}

Wide column_cost(Collective collective, std::int64_t k, std::int64_t width) {
  switch (collective) {
    case Collective::tree:
      return Wide(ceil_log2(k)) * width;
    case Collective::ring:
      return Wide(k - 1) * width / k;
    default:
      return Wide(k - 1) * width;
  }
}

bool column_fits(Collective collective, std::int64_t k, std::int64_t width, Wide limit) {
  if (collective == Collective::ring) return Wide(k - 1) * width < (limit + 1) * k;
  return column_cost(collective, k, width) <= limit;
}

Weights weights_of(const Problem& problem) {
  const auto n = static_cast<double>(problem.network.inputs);
  const auto m = static_cast<double>(problem.network.hidden);
  const auto l = static_cast<double>(problem.network.outputs);
  return {2 * l * static_cast<double>(problem.samples), 2 * (l + n) * m};
}

double elements(const Problem& problem, Wide maximum, std::int64_t total, std::int64_t columns) {
  const auto [within, between] = weights_of(problem);
  return within * static_cast<double>(maximum) / static_cast<double>(total) +
         between * phi(problem.collective, columns);
}

}  // namespace uneven::partition
