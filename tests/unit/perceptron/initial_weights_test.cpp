// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numeric>

#include "perceptron/block.hpp"

namespace uneven::perceptron {

BOOST_AUTO_TEST_SUITE(initial_weights_of_a_unit)

BOOST_AUTO_TEST_CASE(depend_on_seed_and_unit_alone) {
  const auto few = initial_weights(1, 5, 10), many = initial_weights(1, 5, 100);
  BOOST_TEST(std::equal(few.begin(), few.end(), many.begin()));
  BOOST_TEST(few != initial_weights(2, 5, 10));
  BOOST_TEST(few != initial_weights(1, 6, 10));
  BOOST_TEST(initial_weights(0, 1, 10) != initial_weights(1, 0, 10));
}

BOOST_AUTO_TEST_CASE(are_uniform) {
  // The means of 100 units and the mean square, each within five standard errors.
  std::vector<double> all;
  for (int unit = 0; unit < 100; ++unit) {
    const auto weights = initial_weights(7, unit, 1000);
    const double mean = std::accumulate(weights.begin(), weights.end(), 0.0) / 1000;
    BOOST_TEST(std::abs(mean) < 5 * 0.6 / std::sqrt(12.0 * 1000));
    all.insert(all.end(), weights.begin(), weights.end());
  }
  BOOST_TEST(*std::min_element(all.begin(), all.end()) >= -0.3);
  BOOST_TEST(*std::max_element(all.begin(), all.end()) <= 0.3);
  const double square = std::inner_product(all.begin(), all.end(), all.begin(), 0.0) / double(all.size());
  BOOST_TEST(std::abs(square - 0.03) < 5 * 0.03 * std::sqrt(0.8 / double(all.size())));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace uneven::perceptron
