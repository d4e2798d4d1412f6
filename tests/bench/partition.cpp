// SPDX-License-Identifier: MIT
// Planning a million processors of random speed, after reading: the exact search by elements.

#include <chrono>
#include <cstdio>
#include <random>

#include "partition/plan.hpp"

int main() {
  constexpr unsigned seed = 1;
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> speed(0.1, 1);
  std::printf("plan-partition, network 203-2000000-26, 4,000,000 samples, seed %u\n", seed);
  for (const std::int64_t n : {10'000, 100'000, 1'000'000}) {
    uneven::document::Speeds speeds;
    for (std::int64_t i = 0; i < n; ++i) {
      speeds.processors.emplace_back();
      speeds.processors.back().speed = speed(random);
    }
    uneven::partition::Options options;
    options.network = {203, 2'000'000, 26};
    options.samples = 4'000'000;
    const auto start = std::chrono::steady_clock::now();
    const auto plan = uneven::partition::plan(speeds, options);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("  %8lld processors: %6.3f s, %zu columns, elements / lower bound %.4f, imbalance %.4f\n",
                static_cast<long long>(n), seconds, plan.columns.size(),
                plan.predicted.elements / plan.predicted.lower_bound, plan.predicted.imbalance);
  }
}
