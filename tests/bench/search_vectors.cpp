// SPDX-License-Identifier: MIT
// The search for nearest vectors beside sgemm of the same sizes and the read bandwidth, one thread.
#include <cblas-openblas.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <span>
#include <vector>

#include "search/vectors.hpp"

using namespace uneven::search;

namespace {

Packed made_up(std::int64_t rows, std::int64_t floats) {
  Packed examples(Layout{.floats = floats}, rows);
  std::mt19937 rng(1);
  std::normal_distribution<float> normal(0.5F, 1);
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t i = 0; i < floats; ++i) examples.vector(row)[i] = normal(rng);
  return examples;
}

std::vector<Query> made_up_queries(std::size_t count, std::int64_t floats) {
  std::mt19937 rng(2);
  std::normal_distribution<float> normal(0.5F, 1);
  std::vector<Query> queries(count);
  for (Query& query : queries)
    for (std::int64_t i = 0; i < floats; ++i) query.vector.push_back(normal(rng));
  return queries;
}

using Work = std::function<void()>;

/// The least seconds of each, taken in turn so that what disturbs the machine disturbs all alike.
std::vector<double> best_seconds(const std::vector<Work>& works, int repeats) {
  std::vector<double> best(works.size(), 1e300);
  for (int i = 0; i < repeats; ++i)
    for (std::size_t w = 0; w < works.size(); ++w) {
      const auto start = std::chrono::steady_clock::now();
      works[w]();
      best[w] = std::min(best[w], std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
  return best;
}

Work scan_of(const Packed& examples, std::span<const Query> queries, Metric metric, Isa isa) {
  return [=, &examples] {
    std::vector<Nearest> nearest(queries.size(), Nearest(10, false));
    VectorScan(examples, queries, metric, isa)({0, examples.rows()}, nearest);
  };
}

/// The sum of the same memory.
Work read_of(const Packed& examples) {
  return [&examples] {
    const auto* words = reinterpret_cast<const std::uint64_t*>(examples.tile(0));
    const std::size_t count = examples.size_bytes() / 8;
    std::uint64_t sum[32] = {};
    for (std::size_t i = 0; i + 32 <= count; i += 32)
      for (std::size_t j = 0; j < 32; ++j) sum[j] += words[i + j];
    volatile std::uint64_t sink = 0;
    for (const std::uint64_t s : sum) sink = sink + s;
  };
}

/// All products by sgemm, in blocks of 1,024 examples, which stay in cache.
Work products_of(const Packed& examples, std::span<const Query> queries) {
  constexpr std::int64_t rows = 1024;
  return [=, &examples] {
    const auto n = static_cast<blasint>(examples.layout().floats), q = static_cast<blasint>(queries.size());
    static std::vector<float> a, c;
    a.clear();
    for (const Query& query : queries) a.insert(a.end(), query.vector.begin(), query.vector.end());
    c.resize(rows * queries.size());
    for (std::int64_t row = 0; row + rows <= examples.rows(); row += rows)
      cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, q, rows, n, 1, a.data(), n, examples.vector(row), n, 0,
                  c.data(), rows);
  };
}

}  // namespace

/// Arguments: floats and vectors, 128 and 2^20 unless given.
int main(int argc, char** argv) {
  openblas_set_num_threads(1);
  const std::int64_t floats = argc > 1 ? std::atoll(argv[1]) : 128, rows = argc > 2 ? std::atoll(argv[2]) : 1 << 20;
  const Packed examples = made_up(rows, floats);
  const auto queries = made_up_queries(256, floats);
  const std::span<const Query> all(queries);
  const auto bytes = static_cast<double>(examples.size_bytes());
  std::printf("%lld vectors of %lld floats, OpenBLAS for %s\n", static_cast<long long>(rows),
              static_cast<long long>(floats), openblas_get_corename());
  for (const Metric metric : {Metric::l2, Metric::cosine})
    for (const Isa isa : {Isa::portable, Isa::avx2, Isa::avx512}) {
      if (isa > best_isa()) continue;
      const auto one = best_seconds({read_of(examples), scan_of(examples, all.first(1), metric, isa)}, 5);
      std::printf("%s, %-8s: 1 query %.1f ms, %.2f of reading at %.1f GB/s;", name_of(metric).c_str(),
                  name_of(isa).data(), 1e3 * one[1], one[1] / one[0], bytes / one[0] * 1e-9);
      for (const std::size_t count : {4, 8, 32, 256}) {
        const auto some = all.first(count);
        const auto many = best_seconds({products_of(examples, some), scan_of(examples, some, metric, isa)}, 3);
        std::printf(" %zu queries %.0f ms, %.2f of sgemm;", count, 1e3 * many[1], many[1] / many[0]);
      }
      std::printf("\n");
      std::fflush(stdout);
    }
}
