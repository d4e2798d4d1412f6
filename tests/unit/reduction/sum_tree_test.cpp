// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "reduction/shapes.hpp"
#include "reduction/tree.hpp"

BOOST_AUTO_TEST_SUITE(sum_trees)

using namespace uneven::reduction;

BOOST_AUTO_TEST_CASE(as_early_as_the_optimal_tree) {
  for (const double transfer : {0.0, 0.3, 1.0, 2.0, 16.0})
    for (std::int64_t members = 1; members < 80; ++members)
      BOOST_TEST_CONTEXT("transfer " << transfer << ", members " << members) {
        const auto tree = sum_tree(1.5, transfer, members);
        const double finish = one_item_each_tree({1.5, transfer, 2, {}}, members).finish;
        BOOST_TEST(std::abs(reduce_time(tree, 1.5, transfer) - finish) <= 1e-12 * finish);
        // A broadcast is a reduction run backwards.
        BOOST_TEST(std::abs(broadcast_time(tree, 1.5, transfer) - finish) <= 1e-12 * finish);
      }
}

BOOST_AUTO_TEST_CASE(parents_and_children_agree) {
  const auto tree = sum_tree(1, 2, 50);
  std::vector<std::int64_t> parent(50, -1);
  for (std::int64_t member = 0; member < 50; ++member)
    for (const auto child : tree.children[member]) {
      BOOST_TEST(child > member);
      BOOST_TEST(parent[child] == -1);
      parent[child] = member;
    }
  BOOST_TEST(parent == tree.parent, boost::test_tools::per_element());
}

// Transfer 0: 0 - (3, 2 - ..., 1 - ...) as in a binomial tree; compute 0: everyone tells the root.
BOOST_AUTO_TEST_CASE(binomial_trees_and_stars) {
  for (std::int64_t members = 1; members < 70; ++members) {
    BOOST_TEST(reduce_time(sum_tree(1, 0, members), 1, 0) == std::ceil(std::log2(static_cast<double>(members))));
    const auto star = sum_tree(0, 1, members);
    BOOST_TEST(std::ssize(star.children[0]) == members - 1);
  }
}

// 0 joins 2, then 1, which has joined 3:   0 <- 2, 1 <- 3
BOOST_AUTO_TEST_CASE(other_times_on_the_same_tree) {
  const auto tree = sum_tree(1, 0, 4);
  BOOST_TEST(reduce_time(tree, 2, 5) == 14);     // 3's result travels until 5, is joined at 7, at 0 at 12
  BOOST_TEST(broadcast_time(tree, 2, 5) == 14);  // to 1 at 7, to 3 at 14; 2 has it at 9
  BOOST_TEST(reduce_time(tree, 0.25, 5) == 10.5);
}

BOOST_AUTO_TEST_SUITE_END()
