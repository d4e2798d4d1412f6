// SPDX-License-Identifier: MIT
#include "perceptron/kernels.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace uneven::perceptron {
namespace {

template <class Real>
void compare_sigmoid(Real bound) {
  using Limits = std::numeric_limits<Real>;
  for (const Kernels<Real>* kernels : supported_kernels<Real>()) {
    BOOST_TEST_CONTEXT(kernels->instruction_set << ", " << sizeof(Real) << " bytes") {
      std::vector<Real> x{0,
                          -Real(0),
                          bound,
                          -bound,
                          Real(1e6),
                          -Real(1e6),
                          Limits::infinity(),
                          -Limits::infinity(),
                          Limits::max(),
                          Limits::lowest(),
                          Limits::min(),
                          Limits::denorm_min()};
      for (int i = -100'000; i <= 100'000; ++i) x.push_back(Real(double(bound) * 1.1 * i / 100'000));
      for (int i = -20'000; i <= 20'000; ++i) x.push_back(Real(i * 1e-4));
      std::vector<Real> y = x;
      kernels->sigmoid(y.data(), std::int64_t(y.size()));
      double worst = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        const long double argument = std::min(std::max(x[i], -bound), bound);
        const long double expected = 1 / (1 + std::exp(-argument));
        worst = std::max(worst, double(std::abs(y[i] - expected) / (expected * Limits::epsilon())));
      }
      BOOST_TEST(worst < 4);
      Real nan = Limits::quiet_NaN();
      kernels->sigmoid(&nan, 1);
      BOOST_TEST(std::isnan(nan));
    }
  }
}

/// Small whole numbers, so that every sum is exact.
template <class Real>
std::vector<Real> whole_numbers(std::mt19937_64& random, std::int64_t count) {
  std::vector<Real> values(static_cast<std::size_t>(count));
  for (Real& value : values) value = Real(std::int64_t(random() % 9) - 4);
  return values;
}

template <class Real>
void compare_product() {
  for (const Kernels<Real>* kernels : supported_kernels<Real>()) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      BOOST_TEST_CONTEXT(kernels->instruction_set << ", " << sizeof(Real) << " bytes, seed " << seed) {
        std::mt19937_64 random(seed);
        const std::int64_t rows = 1 + random() % 60, columns = 1 + random() % 60;
        const std::int64_t depth = seed % 10 == 0 ? 600 : 1 + random() % 60;
        const Into into = Into(seed % 3);
        const bool transposed = seed % 2 == 0;
        const std::int64_t b_stride = (columns + 15) / 16 * 16 + random() % 5, c_stride = columns + random() % 5;
        const auto a = whole_numbers<Real>(random, rows * depth), b = whole_numbers<Real>(random, depth * b_stride);
        auto c = whole_numbers<Real>(random, rows * c_stride), expected = c;
        for (std::int64_t r = 0; r < rows; ++r) {
          for (std::int64_t j = 0; j < columns; ++j) {
            Real sum = 0;
            for (std::int64_t k = 0; k < depth; ++k) {
              sum += (transposed ? a[k * rows + r] : a[r * depth + k]) * b[k * b_stride + j];
            }
            Real& old = expected[r * c_stride + j];
            old = into == Into::replace ? sum : into == Into::add ? old + sum : old * (1 - old) * sum;
          }
        }
        kernels->product({rows, columns, depth, a.data(), transposed ? 1 : depth, transposed ? rows : 1, b.data(),
                          b_stride, c.data(), c_stride, into});
        BOOST_TEST(bool(c == expected));  // what lies between the rows of C stays too
      }
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(inner_loops)

BOOST_AUTO_TEST_CASE(sigmoid_is_within_four_units_in_the_last_place) {
  compare_sigmoid<float>(87);
  compare_sigmoid<double>(708);
}

BOOST_AUTO_TEST_CASE(products_are_exact_on_whole_numbers) {
  compare_product<float>();
  compare_product<double>();
}

BOOST_AUTO_TEST_CASE(a_saturated_hidden_unit_has_no_subnormal_output) {
  float x[] = {-200, 200};
  kernels<float>().sigmoid(x, 2);
  BOOST_TEST(x[0] >= std::numeric_limits<float>::min());
  BOOST_TEST(x[1] == 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace uneven::perceptron
