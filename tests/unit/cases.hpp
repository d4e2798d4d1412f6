// SPDX-License-Identifier: MIT
#pragma once

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <random>
#include <type_traits>
#include <vector>

/// How many random cases a test runs: all of them or, under the address sanitizer, a fifth. Each case then takes five
/// times as long, while misuse of memory shows in any of them.
namespace uneven::test {

#ifdef __SANITIZE_ADDRESS__
inline constexpr unsigned thinning = 5;
#else
inline constexpr unsigned thinning = 1;
#endif

/// The number of random cases to run of `n`; their seeds begin at 0.
///
/// @return  n, or n / 5 rounded up under the address sanitizer.
constexpr unsigned cases(unsigned n) { return (n + thinning - 1) / thinning; }

/// Whether to run case `index` of a table, row by row: under the address sanitizer each fifth.
///
/// A table whose sides are no multiples of 5 keeps cases of each row and each column.
constexpr bool chosen(unsigned index) { return index % thinning == 0; }

/// Runs a test with random numbers of the seeds 0 to count - 1; failures tell the seed.
/// @param test  takes the generator, and if it wants to the seed.
template <class Test>
void for_seeds(unsigned count, Test test) {
  for (unsigned seed = 0; seed < count; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 random(seed);
      if constexpr (std::is_invocable_v<Test, std::mt19937&, unsigned>)
        test(random, seed);
      else
        test(random);
    }
  }
}

/// Random multiples of `unit`, from least to most of them; shape [count].
template <class Random>
std::vector<double> drawn(Random& random, std::size_t count, unsigned least, unsigned most, double unit = 1) {
  std::vector<double> numbers(count);
  for (double& number : numbers) number = unit * static_cast<double>(least + random() % (most - least + 1));
  return numbers;
}

}  // namespace uneven::test
