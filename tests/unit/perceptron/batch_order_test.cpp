// SPDX-License-Identifier: MIT
#include "perceptron/batch_order.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

namespace uneven::perceptron {

BOOST_AUTO_TEST_SUITE(order_of_samples)

BOOST_AUTO_TEST_CASE(is_a_permutation_that_depends_on_seed_and_epoch) {
  for (const std::int64_t n : {1, 2, 3, 100}) {
    auto order = order_of_epoch(5, 3, n);
    std::sort(order.begin(), order.end());
    for (std::int64_t i = 0; i < n; ++i) BOOST_TEST(order[static_cast<std::size_t>(i)] == i);
  }
  BOOST_TEST((order_of_epoch(5, 3, 100) == order_of_epoch(5, 3, 100)));
  BOOST_TEST((order_of_epoch(5, 3, 100) != order_of_epoch(5, 4, 100)));
  BOOST_TEST((order_of_epoch(5, 3, 100) != order_of_epoch(6, 3, 100)));
}

/// Each of the 24 orders of four samples is as frequent as the others, within five standard deviations.
BOOST_AUTO_TEST_CASE(all_orders_are_as_frequent) {
  constexpr int epochs = 24'000;
  std::vector<int> count(256);
  for (int epoch = 0; epoch < epochs; ++epoch) {
    const auto order = order_of_epoch(1, epoch, 4);
    ++count[static_cast<std::size_t>(((order[0] * 4 + order[1]) * 4 + order[2]) * 4 + order[3])];
  }
  BOOST_TEST(std::count(count.begin(), count.end(), 0) == 256 - 24);
  for (const int found : count)
    if (found > 0) BOOST_TEST(std::abs(found - epochs / 24) < 5 * std::sqrt(epochs / 24.0));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace uneven::perceptron
