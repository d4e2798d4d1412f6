// SPDX-License-Identifier: MIT
#include "elements/programs/parallel_seeding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "elements/programs/clustering.hpp"

namespace uneven::elements {

namespace {

/// Rounds of random numbers that k-means++ does not use.
constexpr std::uint64_t round_of_sampling = std::uint64_t{1} << 40, round_of_choice = std::uint64_t{1} << 41;

constexpr double none = std::numeric_limits<double>::infinity();

}  // namespace

int ParallelSeeding::message() const {
  return std::max(oversampling * (1 + dimensions), rounds * oversampling + 1) + 1;
}

void ParallelSeeding::propose(const Points& points, std::int64_t first, std::span<const double> chosen,
                              double* table) const {
  const auto size = static_cast<std::size_t>(points.count);
  std::vector<double> far(size), label(size);
  const std::int64_t n = std::ssize(chosen) / dimensions;
  kernels().nearest(points, chosen.data(), n, far.data(), label.data());
  std::vector<std::pair<double, std::int64_t>> draws;
  for (std::int64_t i = 0; i < points.count; ++i)
    if (const double weight = far[static_cast<std::size_t>(i)]; weight > 0) {
      const double u =
          uniform(seed, round_of_sampling + static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(first + i));
      draws.emplace_back(-std::log(u) / weight, i);
    }
  const auto most = std::min(draws.size(), static_cast<std::size_t>(slots()));
  std::partial_sort(draws.begin(), draws.begin() + static_cast<std::ptrdiff_t>(most), draws.end());
  table[mark()] = 1;
  for (std::int64_t slot = 0; slot < slots(); ++slot, table += 1 + dimensions) {
    const bool taken = slot < static_cast<std::int64_t>(most);
    table[0] = taken ? draws[static_cast<std::size_t>(slot)].first : none;
    for (int j = 0; taken && j < dimensions; ++j)
      table[1 + j] = points.lane[j][draws[static_cast<std::size_t>(slot)].second];
  }
}

void ParallelSeeding::keep_better(double* into, const double* from) const {
  const int row = 1 + dimensions;
  const std::vector<double> left(into, into + slots() * row);
  const double* next = left.data();
  for (std::int64_t slot = 0; slot < slots(); ++slot, into += row) {
    const double*& better = from[0] < next[0] ? from : next;
    std::copy_n(better, row, into);
    better += row;
  }
}

void ParallelSeeding::take(const double* table, std::vector<double>& chosen) const {
  for (std::int64_t slot = 0; slot < slots() && table[0] < none; ++slot, table += 1 + dimensions)
    chosen.insert(chosen.end(), table + 1, table + 1 + dimensions);
}

void ParallelSeeding::weigh(const Points& points, std::span<const double> chosen, double* table) const {
  const auto size = static_cast<std::size_t>(points.count);
  std::vector<double> far(size), label(size);
  kernels().nearest(points, chosen.data(), std::ssize(chosen) / dimensions, far.data(), label.data());
  for (const double nearest : label) ++table[static_cast<std::int64_t>(nearest)];
}

std::vector<double> ParallelSeeding::choose(std::span<const double> candidates, const double* weights) const {
  const auto n = candidates.size() / static_cast<std::size_t>(dimensions);
  const auto place = [&](std::size_t i) { return candidates.subspan(i * static_cast<std::size_t>(dimensions)).data(); };
  std::vector<double> share(weights, weights + n), nearest(n, none), found;
  for (std::int64_t c = 0; c < clusters; ++c) {
    double total = 0;
    for (const double part : share) total += part;
    double left = uniform(seed, round_of_choice, static_cast<std::uint64_t>(c)) * total;
    std::size_t at = 0;
    while (at + 1 < n && (left -= share[at]) >= 0) ++at;
    // Rounding may leave a little at the end: a candidate that is chosen already must not profit.
    while (at > 0 && share[at] == 0) --at;
    found.insert(found.end(), place(at), place(at) + dimensions);
    for (std::size_t i = 0; i < n; ++i) {
      double square = 0;
      for (int j = 0; j < dimensions; ++j) square += (place(i)[j] - place(at)[j]) * (place(i)[j] - place(at)[j]);
      nearest[i] = std::min(nearest[i], square);
      share[i] = weights[i] * nearest[i];
    }
  }
  return found;
}

}  // namespace uneven::elements
