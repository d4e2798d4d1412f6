// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "search/model.hpp"

BOOST_AUTO_TEST_SUITE(search_weights)

using namespace uneven::search;

BOOST_AUTO_TEST_CASE(one_target_weighs_one_and_j_equal_targets_the_root_of_j) {
  // Value 0: one target. Value 1: four targets, one example each. Value 2: none.
  const std::vector<std::uint32_t> values{0, 0, 1, 1, 1, 1}, targets{5, 5, 0, 1, 2, 3};
  BOOST_TEST((weights(values, 3, targets, Weighting::okada) == std::vector<std::int64_t>{1024, 2048, 1024}));
  BOOST_TEST((weights(values, 3, targets, Weighting::sumita) == std::vector<std::int64_t>{1024, 512, 1024}));
}

BOOST_AUTO_TEST_CASE(three_to_one) {
  // sqrt((9 + 1) / 16) = 0.790569
  const std::vector<std::uint32_t> values{0, 0, 0, 0}, targets{1, 1, 0, 1};
  BOOST_TEST(weights(values, 1, targets, Weighting::sumita).front() == 810);  // 809.54
  BOOST_TEST(weights(values, 1, targets, Weighting::okada).front() == 1295);  // 1295.27
}

BOOST_AUTO_TEST_SUITE_END()
