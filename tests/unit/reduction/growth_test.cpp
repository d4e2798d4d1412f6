// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "base/error.hpp"
#include "reduction/shapes.hpp"

BOOST_AUTO_TEST_SUITE(growth)

using namespace uneven::reduction;

namespace {

Model model(double compute, double transfer, std::int64_t arity) { return {compute, transfer, arity, {}}; }

// The recurrences themselves, in whole numbers.
std::int64_t items(std::int64_t h, std::int64_t n, std::int64_t m, std::int64_t i) {
  std::vector<std::int64_t> known;
  for (std::int64_t t = 0; t <= h; ++t)
    known.push_back(t < n ? 1 : known[t - n] + (i - 1) * (t < n + m ? 1 : known[t - n - m]));
  return known[h];
}

std::int64_t processors(std::int64_t h, std::int64_t n, std::int64_t m, std::int64_t i) {
  if (h < n) return 0;
  return h < m + 2 * n ? 1 : processors(h - n, n, m, i) + (i - 1) * processors(h - n - m, n, m, i);
}

std::int64_t results(std::int64_t h, std::int64_t n, std::int64_t m, std::int64_t i) {
  return h < n + m ? 1 : results(h - n, n, m, i) + (i - 1) * results(h - n - m, n, m, i);
}

}  // namespace

BOOST_AUTO_TEST_CASE(printed_figures) {
  const std::vector<std::int64_t> most_items{1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233};
  const std::vector<std::int64_t> needed{0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
  for (int h = 0; h <= 11; ++h) {
    BOOST_TEST(items_within(h, {}) == most_items[h]);
    BOOST_TEST(processors_within(h, {}) == needed[h]);
  }
  BOOST_TEST(height_for_items(1000, {}) == 15);
  BOOST_TEST(height_for_items(1'000'000, {}) == 29);
  BOOST_TEST(height_for_items(1'000'000'000, {}) == 43);
}

BOOST_AUTO_TEST_CASE(limits_of_the_paper) {
  std::int64_t threefold = 1;
  for (int h = 0; h < 39; ++h, threefold *= 3) {
    BOOST_TEST(items_within(h, model(1, 0, 2)) == std::int64_t{1} << h);
    BOOST_TEST(items_within(h, model(1, 0, 3)) == threefold);
    BOOST_TEST(items_within(h, model(1, 99, 2)) == h + 1);
  }
}

BOOST_AUTO_TEST_CASE(recurrences_hold) {
  for (const int n : {1, 2, 3}) {
    for (const int m : {0, 1, 2, 5}) {
      for (const int i : {2, 3, 4}) {
        BOOST_TEST_CONTEXT("compute " << n << " transfer " << m << " arity " << i) {
          for (int h = 0; h <= 18; ++h) {
            BOOST_TEST(items_within(h, model(n, m, i)) == items(h, n, m, i));
            BOOST_TEST(processors_within(h, model(n, m, i)) == processors(h, n, m, i));
            BOOST_TEST(results_within(h, model(n, m, i)) == results(h, n, m, i));
          }
          for (int d = 1; d <= 200; ++d) {
            int h = 0;
            while (items(h, n, m, i) < d) ++h;
            BOOST_TEST(height_for_items(d, model(n, m, i)) == h);
          }
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(any_real_times) {
  // The unit of time does not matter, even where its multiples are not exact.
  for (const double unit : {0.1, 0.3, 1e-9, 7e5, std::sqrt(2.0)})
    for (int h = 0; h <= 60; ++h)
      BOOST_TEST(items_within(h * unit, model(unit, 3 * unit, 3)) == items(h, 1, 3, 3),
                 "height " << h << " x " << unit);
  // Between two multiples nothing changes; n = 1, m = sqrt(2): operations can end at a + b sqrt(2) only.
  const auto root = model(1, std::sqrt(2.0), 2);
  BOOST_TEST(items_within(3.41, root) == 4);
  BOOST_TEST(items_within(3.42, root) == 5);
  BOOST_TEST(height_for_items(5, root) == 2 + std::sqrt(2.0));
}

BOOST_AUTO_TEST_CASE(large_counts) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  BOOST_TEST(items_within(62, model(1, 0, 2)) == std::int64_t{1} << 62);
  BOOST_TEST(items_within(63, model(1, 0, 2)) == most);
  BOOST_TEST(items_within(1e6, model(1, 1, 1000)) == most);
  BOOST_TEST(processors_within(1e4, {}) == most);
  BOOST_TEST(height_for_items(1'000'000'000'000, model(1, 1e13, 2)) == 999'999'999'999);
}

BOOST_AUTO_TEST_CASE(unsound_models_are_refused) {
  const double inf = std::numeric_limits<double>::infinity();
  for (const auto& unsound : {model(0, 1, 2), model(-1, 1, 2), model(1, -1, 2), model(1, 1, 1),
                              model(std::nan(""), 1, 2), model(1, inf, 2), model(inf, 1, 2)})
    BOOST_CHECK_THROW(height_for_items(5, unsound), uneven::InputError);
  BOOST_CHECK_THROW(height_for_items(0, {}), uneven::InputError);
}

BOOST_AUTO_TEST_SUITE_END()
