// SPDX-License-Identifier: MIT
#include "hbsp/product_check.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <limits>
#include <random>

#include "trial.hpp"

BOOST_AUTO_TEST_SUITE(hbsp_product_check)

using namespace uneven::hbsp;

namespace {

const AddUp alone{[](auto) {}, [](auto) {}};

/// Panels of `panel` columns, multiplied term by term in Real and added to C, as run-matmul does.
/// @param left_out  number of the panel that the upper left quarter of C misses; -1: none.
template <class Real>
void multiply(Trial<Real>& trial, std::int64_t panel, std::int64_t left_out = -1) {
  const std::int64_t n = trial.n;
  trial.c.assign(trial.a.size(), 0);
  std::vector<Real> sums(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t first = 0; first < n; first += panel) {
      std::ranges::fill(sums, 0);
      for (std::int64_t k = first; k < std::min(n, first + panel); ++k) {
        const Real a = trial.a[static_cast<std::size_t>(i * n + k)];
        const Real* b = trial.b.data() + k * n;
        for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += a * b[j];
      }
      for (std::int64_t j = 0; j < n; ++j)
        if (i >= n / 2 || j >= n / 2 || first / panel != left_out)
          trial.element(i, j) += sums[static_cast<std::size_t>(j)];
    }
}

template <class Real>
Deviation check(const Trial<Real>& trial, std::uint64_t seed) {
  return check_product(trial.product(), seed, alone);
}

template <class Real>
void honest_products_raise_no_alarm() {
  for (const std::string& kind : trial_kinds())
    for (const int n : {1, 2, 7, 40})
      for (std::uint64_t seed = 1; seed <= 5; ++seed) BOOST_TEST_CONTEXT(kind << ", size " << n << ", seed " << seed) {
          auto trial = made_up_trial<Real>(kind, n, seed);
          multiply(trial, seed % 2 ? n : 3);
          BOOST_TEST(check(trial, seed).over_bound <= 1);
        }
}

/// Off by a thousandth of what is typical there.
template <class Real>
void one_wrong_element_is_found(const std::string& kind, std::int64_t n, std::uint64_t seeds) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) BOOST_TEST_CONTEXT(kind << ", size " << n << ", seed " << seed) {
      auto trial = made_up_trial<Real>(kind, n, seed);
      multiply(trial, 16);
      const auto row = static_cast<std::int64_t>(seed * 37) % n, column = static_cast<std::int64_t>(seed * 53) % n;
      trial.element(row, column) += static_cast<Real>(1e-3 * trial.typical(row, column));
      const Deviation deviation = check(trial, seed);
      BOOST_TEST(!deviation.sound());
      BOOST_TEST(deviation.row == row);
      BOOST_TEST(deviation.column == column);
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(honest_products_raise_no_alarm_in_single) { honest_products_raise_no_alarm<float>(); }
BOOST_AUTO_TEST_CASE(honest_products_raise_no_alarm_in_double) { honest_products_raise_no_alarm<double>(); }

BOOST_AUTO_TEST_CASE(one_wrong_element_is_found_whatever_the_scales) {
  for (const char* kind : {"signs", "positive", "rows", "columns", "both", "inner", "alternating", "cancel", "huge"}) {
    one_wrong_element_is_found<float>(kind, 40, 5);
    one_wrong_element_is_found<double>(kind, 40, 5);
  }
  one_wrong_element_is_found<float>("signs", 120, 5);
  one_wrong_element_is_found<double>("signs", 120, 5);
}

BOOST_AUTO_TEST_CASE(a_missing_panel_and_a_product_of_zeros_are_found) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    auto trial = made_up_trial<float>("signs", 50, seed);
    multiply(trial, 10, static_cast<std::int64_t>(seed % 5));
    BOOST_TEST(!check(trial, seed).sound());
    std::ranges::fill(trial.c, 0.0F);
    BOOST_TEST(!check(trial, seed).sound());
  }
}

BOOST_AUTO_TEST_CASE(one_wrong_element_of_a_rectangle_is_found) {
  using Size = std::array<std::int64_t, 3>;
  for (const auto& [rows, inner, columns] : {Size{7, 1, 30}, Size{30, 50, 2}, Size{1, 9, 1}, Size{12, 40, 33}}) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> sign(-1, 1);
    std::vector<double> a(rows * inner), b(inner * columns), c(rows * columns, 0.0);
    for (double& x : a) x = sign(random);
    for (double& x : b) x = sign(random);
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t k = 0; k < inner; ++k)
        for (std::int64_t j = 0; j < columns; ++j) c[i * columns + j] += a[i * inner + k] * b[k * columns + j];
    const ProductView<double> view{{{0, rows}, {0, inner}, a.data(), rows, inner},
                                   {{0, inner}, {0, columns}, b.data(), inner, columns},
                                   {{0, rows}, {0, columns}, c.data(), rows, columns}};
    BOOST_TEST(check_product(view, 1, alone).sound());
    c.back() += 1e-3;
    const Deviation deviation = check_product(view, 1, alone);
    BOOST_TEST(!deviation.sound());
    BOOST_TEST(deviation.row == rows - 1);
    BOOST_TEST(deviation.column == columns - 1);
    c.back() = std::numeric_limits<double>::infinity();
    BOOST_TEST(check_product(view, 1, alone).column == columns - 1);
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_number_is_found_where_it_is) {
  auto trial = made_up_trial<double>("signs", 9, 1);
  multiply(trial, 9);
  for (const double wrong : {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()}) {
    trial.element(4, 7) = wrong;
    const Deviation deviation = check(trial, 1);
    BOOST_TEST(std::isinf(deviation.over_bound));
    BOOST_TEST(deviation.row == 4);
    BOOST_TEST(deviation.column == 7);
    BOOST_TEST(!deviation.too_large);
  }
}

BOOST_AUTO_TEST_CASE(a_product_beyond_the_range_is_no_fault_of_the_multiplication) {
  Trial<float> trial{2, {1e30F, 1e30F, 1, 1}, {1e30F, 1, 1e30F, 1}, {}};
  multiply(trial, 2);
  BOOST_TEST(std::isinf(trial.element(0, 0)));
  BOOST_TEST(check(trial, 1).too_large);
}

// A product in halves of the bits, as on units for 16-bit numbers.
BOOST_AUTO_TEST_CASE(inputs_that_were_rounded_are_found) {
  auto trial = made_up_trial<float>("signs", 40, 1);
  const auto right = trial;
  for (float& a : trial.a) a = std::ldexp(std::nearbyint(std::ldexp(a, 10)), -10);
  multiply(trial, 40);
  trial.a = right.a;
  BOOST_TEST(!check(trial, 1).sound());
}

// Two elements off by as much cancel for half of the vectors, but not for all.
BOOST_AUTO_TEST_CASE(errors_that_cancel_in_a_row_are_found) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto trial = made_up_trial<double>("signs", 30, seed);
    multiply(trial, 30);
    for (const auto& [i, j, sign] : {std::tuple{3, 4, 1}, {3, 9, -1}, {17, 4, -1}, {17, 9, 1}})
      trial.element(i, j) += sign * 1e-3;
    BOOST_TEST(!check(trial, seed).sound());
  }
}

BOOST_AUTO_TEST_SUITE_END()
