// SPDX-License-Identifier: MIT
#include <bit>
#include <boost/test/unit_test.hpp>

#include "search/answers.hpp"

BOOST_AUTO_TEST_SUITE(join_tree)

using namespace uneven::search;
using uneven::document::SearchJoin;

BOOST_AUTO_TEST_CASE(every_rank_reaches_rank_0) {
  for (const std::string join : {"simple", "staircase", "tree"})
    for (int ranks = 1; ranks <= 40; ++ranks) {
      const auto parent = parents(uneven::named<SearchJoin>(join).value(), ranks);
      BOOST_TEST(parent.size() == static_cast<std::size_t>(ranks));
      for (int rank = 0; rank < ranks; ++rank) {
        int steps = 0;
        for (int at = rank; at != 0 && steps <= ranks; ++steps) at = parent[static_cast<std::size_t>(at)];
        BOOST_TEST(steps < ranks, join << " of " << ranks << " from " << rank);
      }
    }
}

BOOST_AUTO_TEST_CASE(messages_follow_each_other_as_the_paper_counts_them) {
  for (int ranks = 1; ranks <= 40; ++ranks) {
    const auto levels = std::bit_width(static_cast<unsigned>(ranks - 1));
    BOOST_TEST(messages_in_a_row(parents(SearchJoin::simple, ranks)) == ranks - 1);
    BOOST_TEST(messages_in_a_row(parents(SearchJoin::staircase, ranks)) == levels);
    const auto of_tree = messages_in_a_row(parents(SearchJoin::tree, ranks));
    BOOST_TEST((levels <= of_tree && of_tree <= 2 * levels), ranks << " ranks: " << of_tree);
  }
}

BOOST_AUTO_TEST_SUITE_END()
