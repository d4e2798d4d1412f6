// SPDX-License-Identifier: MIT
// Together with what calls it alone, since OpenBLAS starts its threads where it is linked, which no planner is to do.
#include <cblas.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>

#include "search/vector_kernels.hpp"
#include "search/vectors.hpp"

namespace uneven::search {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr double kRounding = 0x1p-24;          // of a single-precision number, relative
constexpr double kSmallest = 0x1p-120;         // what products that are too small lose, each, and more
constexpr double kMostSquare = 0x1p120;        // larger squares may overflow
constexpr std::size_t kFewQueries = 4;         // up to which products do not pay
constexpr std::int64_t kMostRows = 1024;       // of a block
constexpr std::int64_t kMostFloats = 1 << 18;  // of a block: a MiB, which a second-level cache holds

/// Not below `value`.
float above(double value) {
  if (!(value < std::numeric_limits<float>::max())) return kInfinity;
  const auto rounded = static_cast<float>(value);
  return double{rounded} < value ? std::nextafter(rounded, kInfinity) : rounded;
}

double square_of(const float* a, std::int64_t floats) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::int64_t i = 0; i < floats; ++i) sum += double{a[i]} * double{a[i]};
  return sum;
}

/// The limit of a query as a distance; infinite until k examples are known. @pre  nearest.limit(row) >= 0
double limit_of(const Nearest& nearest, std::int64_t row) {
  return nearest.full() ? distance_of(nearest.limit(row)) : double{kInfinity};
}

/// The mean of some of the vectors, evenly spread.
std::vector<float> mean_of(const Packed& examples) {
  constexpr std::int64_t most = 256;
  const document::Range rows = examples.range();
  const std::int64_t floats = examples.layout().floats, step = std::max<std::int64_t>(1, rows.count / most);
  std::vector<double> sum(static_cast<std::size_t>(floats), 0);
  double count = 0;
  for (std::int64_t row = rows.first; row < rows.end(); row += step, ++count)
    for (std::int64_t i = 0; i < floats; ++i) sum[static_cast<std::size_t>(i)] += double{examples.vector(row)[i]};
  std::vector<float> mean;
  for (const double s : sum) mean.push_back(count > 0 ? static_cast<float>(s / count) : 0);
  return mean;
}

std::int64_t rows_of_block(std::int64_t floats) {
  return std::clamp(kMostFloats / floats / kTile * kTile, kTile, kMostRows);
}

}  // namespace

double bytes_of_scan(std::int64_t floats, std::int64_t queries) {
  const auto rows = static_cast<double>(rows_of_block(floats)), n = static_cast<double>(queries);
  return sizeof(float) * (rows * (static_cast<double>(floats) + n) + n * static_cast<double>(floats));
}

VectorScan::VectorScan(const Packed& examples, std::span<const Query> queries, Metric metric, Isa isa)
    : examples_(examples), queries_(queries), metric_(metric), isa_(isa), floats_(examples.layout().floats) {
  const auto n = static_cast<std::size_t>(floats_), rows = static_cast<std::size_t>(rows_of_block(floats_));
  const bool few = queries.size() <= kFewQueries;
  if (metric == Metric::l2) centre_ = few ? std::vector<float>(n, 0) : mean_of(examples);
  moved_.resize(queries.size() * n);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    float *to = moved_.data() + q * n, half = 0;
    vector_kernels(isa).move(queries[q].vector.data(), 1, floats_, centre(), to, &half);
    squares_.push_back(square_of(to, floats_));
  }
  sums_.resize(few ? rows : rows * queries.size());
  if (few && metric == Metric::cosine) norms_.resize(rows);
  if (few) return;
  block_.resize(rows * n);
  halves_.resize(rows);
}

void VectorScan::operator()(document::Range rows, std::span<Nearest> nearest) {
  assert(queries_.size() == nearest.size());
  const bool known = std::all_of(nearest.begin(), nearest.end(), [](const Nearest& n) { return n.full(); });
  const std::int64_t most = rows_of_block(floats_);
  for (std::int64_t length = known ? most : kTile; rows.count > 0; length = std::min(2 * length, most)) {
    const document::Range block{rows.first, std::min(length, rows.count)};
    if (queries_.size() <= kFewQueries)
      by_differences(block, nearest);
    else
      by_products(block, nearest);
    rows = {block.end(), rows.end() - block.end()};
  }
}

void VectorScan::offer_exact(std::size_t query, Nearest& nearest) {
  if (near_.empty()) return;
  std::vector<Neighbour> found;
  const std::int64_t limit = nearest.limit(near_.front());
  for (const std::int64_t row : near_) {
    const double d = vector_distance(metric_, queries_[query].vector.data(), examples_.vector(row), floats_);
    if (ordinal_of(d) <= limit) found.push_back({ordinal_of(d), row});
  }
  if (!found.empty()) nearest.merge(found);
}

/// A sum s of squared differences is wrong by (floats + 3) 2^-24 s at most. The product c with a query of length 1,
/// over |b|, is wrong by (2 floats + 8) 2^-24; so long as |b|^2 is a usual number.
void VectorScan::by_differences(document::Range block, std::span<Nearest> nearest) {
  const VectorKernels& kernels = vector_kernels(isa_);
  const auto n = static_cast<double>(floats_);
  for (std::size_t q = 0; q < queries_.size(); ++q) {
    if (nearest[q].limit(block.first) < 0) continue;
    const double limit = limit_of(nearest[q], block.first);
    const float* query = moved_.data() + q * static_cast<std::size_t>(floats_);
    near_.clear();
    if (metric_ == Metric::l2) {
      kernels.differences(examples_.vector(block.first), block.count, floats_, query, sums_.data());
      const double most = limit * (1 + (2 * n + 16) * kRounding) + (n + 16) * kSmallest;
      const float bound = most < kMostSquare ? above(most) : kInfinity;
      for (std::int64_t i = 0; i < block.count; ++i)
        if (!(sums_[static_cast<std::size_t>(i)] > bound)) near_.push_back(block.first + i);
    } else {
      kernels.products(examples_.vector(block.first), block.count, floats_, query, sums_.data(), norms_.data());
      const auto least = -above(-(1 - limit - (2 * n + 16) * kRounding));
      for (std::int64_t i = 0; i < block.count; ++i) {
        const float norm = norms_[static_cast<std::size_t>(i)], product = sums_[static_cast<std::size_t>(i)];
        const bool usual = norm > 0x1p-80F && norm < 0x1p120F;
        if (!usual || !(product < least * std::sqrt(norm))) near_.push_back(block.first + i);
      }
    }
    offer_exact(q, nearest[q]);
  }
}

/// With S = (|a| + max |b|)^2 of the moved vectors and L the limit, |a - b|^2 near L is wrong by (2 floats + 16) 2^-24
/// (S + L) at most: floats 2^-24 of |a| |b| and of |b|^2 / 2 by the sums, the rest by moving and comparing. The squared
/// distance of vectors of length 1 is twice the one of cosine; if their lengths are wrong by floats 2^-24, it is
/// wrong by as much of itself.
void VectorScan::by_products(document::Range block, std::span<Nearest> nearest) {
  const VectorKernels& kernels = vector_kernels(isa_);
  kernels.move(examples_.vector(block.first), block.count, floats_, centre(), block_.data(), halves_.data());
  const double largest = std::sqrt(2 * double{*std::max_element(halves_.begin(), halves_.begin() + block.count)});
  const auto queries = static_cast<blasint>(queries_.size()), rows = static_cast<blasint>(block.count);
  const std::int64_t tiles = (block.count + kTile - 1) / kTile;
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, queries, rows, static_cast<blasint>(floats_), 1, moved_.data(),
              static_cast<blasint>(floats_), block_.data(), static_cast<blasint>(floats_), 0, sums_.data(),
              static_cast<blasint>(kTile * tiles));
  std::fill(halves_.begin() + block.count, halves_.begin() + kTile * tiles, kInfinity);
  bool below[kMostRows / kTile];
  for (std::size_t q = 0; q < queries_.size(); ++q) {
    if (nearest[q].limit(block.first) < 0) continue;
    const double limit = limit_of(nearest[q], block.first) * (metric_ == Metric::cosine ? 2 : 1);
    const double length = std::sqrt(squares_[q]) + largest, most = length * length;
    const auto n = static_cast<double>(floats_);
    const double margin = (2 * n + 16) * (most + limit) * kRounding + (n + 16) * kSmallest;
    const double bound = (limit - squares_[q] + margin) / 2;
    const float slack = most < kMostSquare && bound < kMostSquare ? above(bound) : kInfinity;
    const float* sums = sums_.data() + q * static_cast<std::size_t>(kTile * tiles);
    near_.clear();
    kernels.all_below(sums, halves_.data(), slack, tiles, below);
    for (std::int64_t i = 0; i < block.count; ++i) {
      if (below[i / kTile]) {
        i += kTile - 1;
        continue;
      }
      if (!(sums[i] < halves_[static_cast<std::size_t>(i)] - slack)) near_.push_back(block.first + i);
    }
    offer_exact(q, nearest[q]);
  }
}

}  // namespace uneven::search
