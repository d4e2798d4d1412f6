// SPDX-License-Identifier: MIT
// Rates of the scan beside the read bandwidth, one thread: in cache, from memory, and in batches.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <random>
#include <span>
#include <vector>

#include "search/scan.hpp"

using namespace uneven::search;

namespace {

/// Columns of sizes like those of the noun phrases; skewed, so that ties are common.
Packed made_up(std::int64_t rows) {
  Layout layout{5, 0, {{0xff00, 0xfff0, 0xffff}, {0xff00, 0xfff0, 0xffff}}};
  Packed examples(layout, rows);
  std::mt19937 rng(1);
  const unsigned size[] = {8, 13, 13, 116, 116};
  for (std::int64_t row = 0; row < rows; ++row) {
    for (int slot = 0; slot < 5; ++slot)
      examples.set(row, slot, static_cast<std::uint16_t>(std::min(rng() % size[slot], rng() % size[slot])));
    for (int slot = 5; slot < 7; ++slot)
      examples.set(row, slot, static_cast<std::uint16_t>((rng() % 10) << 8 | (rng() % 10) << 4 | rng() % 10));
  }
  return examples;
}

std::vector<Query> made_up_queries(const Packed& examples, std::size_t count) {
  std::mt19937 rng(2);
  std::vector<Query> queries(count);
  for (Query& query : queries) {
    const auto row = static_cast<std::int64_t>(rng() % static_cast<unsigned>(examples.rows()));
    for (int slot = 0; slot < 7; ++slot) {
      query.value.push_back(examples.get(slot < 5 ? row : static_cast<std::int64_t>(rng() % 1000), slot));
      query.cost.push_back((slot < 5 ? 3 : 1) * (1024 + rng() % 3000));
    }
  }
  return queries;
}

using Work = std::function<void()>;

/// The least seconds of each, taken in turn so that what disturbs the machine disturbs all alike.
std::vector<double> best_seconds(const std::vector<Work>& works, std::int64_t repeats) {
  std::vector<double> best(works.size(), 1e300);
  for (std::int64_t i = 0; i < repeats; ++i)
    for (std::size_t w = 0; w < works.size(); ++w) {
      const auto start = std::chrono::steady_clock::now();
      works[w]();
      best[w] = std::min(best[w], std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
  return best;
}

Work scan_of(const Packed& examples, std::span<const Query> queries, Isa isa) {
  return [&examples, queries, isa] {
    std::vector<Nearest> nearest(queries.size(), Nearest(10, false));
    scan(examples, queries, {0, examples.rows()}, nearest, isa);
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

}  // namespace

int main() {
  for (const std::int64_t rows :
       {std::int64_t{1} << 14, std::int64_t{1} << 17, std::int64_t{1} << 20, std::int64_t{1} << 25}) {
    const Packed examples = made_up(rows);
    const auto queries = made_up_queries(examples, 24);
    const auto n = static_cast<double>(rows), bytes = static_cast<double>(examples.size_bytes());
    for (const Isa isa : {Isa::portable, Isa::avx2, Isa::avx512}) {
      if (isa > best_isa()) continue;
      const std::span<const Query> all(queries);
      const auto seconds = best_seconds({read_of(examples), scan_of(examples, all.first(1), isa),
                                         scan_of(examples, all.subspan(1, 1), isa), scan_of(examples, all, isa)},
                                        std::max<std::int64_t>(5, (std::int64_t{1} << 24) / rows));
      const double read = seconds[0], one = (seconds[1] + seconds[2]) / 2, many = seconds[3] / 24;
      std::printf(
          "%8lld examples, %-8s: one query %5.2f G examples/s, %3.0f %% of reading at %4.1f GB/s; 24 queries %5.2f G/s "
          "each, %.2f times\n",
          static_cast<long long>(rows), name_of(isa).data(), n / one * 1e-9, 100 * read / one, bytes / read * 1e-9,
          n / many * 1e-9, one / many);
    }
  }
}
