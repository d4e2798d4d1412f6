// Rates of the scan beside the read bandwidth, one thread: in cache, from memory, and in batches.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <random>

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

double best_seconds(const std::function<void()>& work, int repeats = 7) {
  double best = 1e300;
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

double scan_seconds(const Packed& examples, const std::vector<Query>& queries, Isa isa) {
  return best_seconds([&] {
    std::vector<Nearest> nearest(queries.size(), Nearest(10, false));
    scan(examples, queries, {0, examples.rows()}, nearest, isa);
  });
}

/// Bytes per second of summing the same memory.
double read_bandwidth(const Packed& examples) {
  const auto* words = reinterpret_cast<const std::uint64_t*>(examples.tile(0));
  const std::size_t count = examples.size_bytes() / 8;
  volatile std::uint64_t sink = 0;
  const double seconds = best_seconds([&] {
    std::uint64_t sum[32] = {};
    for (std::size_t i = 0; i + 32 <= count; i += 32)
      for (std::size_t j = 0; j < 32; ++j) sum[j] += words[i + j];
    for (const std::uint64_t s : sum) sink = sink + s;
  });
  return static_cast<double>(examples.size_bytes()) / seconds;
}

}  // namespace

int main() {
  for (const std::int64_t rows :
       {std::int64_t{1} << 14, std::int64_t{1} << 17, std::int64_t{1} << 20, std::int64_t{1} << 25}) {
    const Packed examples = made_up(rows);
    const auto queries = made_up_queries(examples, 24);
    const double bandwidth = read_bandwidth(examples);
    std::printf("%lld examples, read %.1f GB/s\n", static_cast<long long>(rows), bandwidth * 1e-9);
    for (const Isa isa : {Isa::portable, Isa::avx2, Isa::avx512}) {
      if (isa > best_isa()) continue;
      double one = 0;
      for (std::size_t q = 0; q < 4; ++q) one += scan_seconds(examples, {queries[q]}, isa) / 4;
      const double many = scan_seconds(examples, queries, isa) / 24;
      const double n = static_cast<double>(rows);
      std::printf(
          "  %-8s one query %6.2f G examples/s, %3.0f %% of the read bandwidth; 24 queries %6.2f G/s each, %.2f "
          "times\n",
          name_of(isa).data(), n / one * 1e-9, 100 * static_cast<double>(examples.size_bytes()) / one / bandwidth,
          n / many * 1e-9, one / many);
    }
  }
}
