// SPDX-License-Identifier: MIT
#include "partition/chain/placement.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <numeric>
#include <random>

#include "../../cases.hpp"
#include "cells.hpp"
#include "random_shape.hpp"

BOOST_AUTO_TEST_SUITE(chain_placements)

using namespace uneven;
using namespace uneven::partition;

// Every processor gets each value that it needs and lacks once, from one that has it, and nothing else.
BOOST_AUTO_TEST_CASE(exchanges_are_what_cells_say) {
  test::for_seeds(test::cases(400), [](std::mt19937& rng) {
    const std::size_t processors = 1 + rng() % 7;
    const auto units = static_cast<std::int64_t>(1 + rng() % 9), samples = static_cast<std::int64_t>(1 + rng() % 9);
    // Whole values do not depend on the units that the shape cuts.
    const bool from_whole = rng() % 2, to_whole = rng() % 2;
    const auto cut = [&](bool whole) { return whole ? static_cast<std::int64_t>(1 + rng() % 9) : units; };
    const Shape lower = test::random_shape(rng, processors, cut(from_whole), samples);
    const Shape upper = test::random_shape(rng, processors, cut(to_whole), samples);
    const Placement from(lower, units, from_whole), to(upper, units, to_whole);

    const auto has = oracle::cells(lower, units, samples, from_whole);
    const auto needs = oracle::cells(upper, units, samples, to_whole);
    auto gets = has;

    const Exchange moved = exchange(from, to);
    std::vector<std::int64_t> sent(processors), received(processors);
    for (const Delivery& d : deliveries(from, to)) {
      BOOST_REQUIRE(d.from != d.to);
      const auto sender = static_cast<std::size_t>(d.from), receiver = static_cast<std::size_t>(d.to);
      sent[sender] += d.units.count * d.samples.count;
      received[receiver] += d.units.count * d.samples.count;
      for (std::int64_t u = d.units.first; u < d.units.end(); ++u)
        for (std::int64_t s = d.samples.first; s < d.samples.end(); ++s) {
          const bool fits = has[sender][u][s] && needs[receiver][u][s] && !gets[receiver][u][s];
          BOOST_TEST(fits);
          gets[receiver][u][s] = 1;
        }
    }
    for (std::size_t p = 0; p < processors; ++p) {
      BOOST_TEST(oracle::lacking(needs[p], gets[p]) == 0);
      BOOST_TEST(oracle::lacking(needs[p], has[p]) == received[p]);
    }
    BOOST_TEST(moved.sent == sent, boost::test_tools::per_element());
    BOOST_TEST(moved.received == received, boost::test_tools::per_element());
    BOOST_TEST(moved.elements() == std::accumulate(received.begin(), received.end(), std::int64_t{0}));
    std::int64_t largest = 0;
    for (std::size_t p = 0; p < processors; ++p) largest = std::max(largest, sent[p] + received[p]);
    BOOST_TEST(moved.largest() == largest);
    BOOST_TEST(most_received(from, to) == std::ranges::max(received));
  });
}

// 6 units x 10 samples: from rectangles of {P0, P1}, {P2} to whole samples of {P2}, {P1, P0}.
BOOST_AUTO_TEST_CASE(an_exchange_by_hand) {
  const Shape lower({{0, 1}, {2}}, {{{0, 6}, {6, 4}}, {{0, 2, 6}, {0, 6}}}, 3);
  const Shape upper({{2}, {1, 0}}, {{{0, 5}, {5, 5}}, {{0, 4}, {0, 3, 4}}}, 3);
  const Exchange moved = exchange(Placement(lower, 6, false), Placement(upper, 6, true));
  // P0 needs 6 x 5 and has 2 x 1 of them, P1 has 4 x 1; P2 needs 6 x 5 and has none.
  BOOST_TEST(moved.received == (std::vector<std::int64_t>{28, 26, 30}), boost::test_tools::per_element());
  // P0 sends its 2 x 5 to P2 and its 2 x 1 to P1; P1 sends 4 x 5 and 4 x 1; P2 sends its 6 x 4 to both.
  BOOST_TEST(moved.sent == (std::vector<std::int64_t>{12, 24, 48}), boost::test_tools::per_element());
}

// Samples alone decide between whole placements, and nothing moves where they are the same.
BOOST_AUTO_TEST_CASE(whole_samples_of_the_same_columns_stay) {
  const Shape lower({{0, 1}, {2}}, {{{0, 6}, {6, 4}}, {{0, 2, 6}, {0, 6}}}, 3);
  const Shape upper({{1, 0}, {2}}, {{{0, 6}, {6, 4}}, {{0, 1, 3}, {0, 3}}}, 3);
  BOOST_TEST(exchange(Placement(lower, 8, true), Placement(upper, 8, true)).elements() == 0);
  BOOST_TEST(deliveries(Placement(lower, 8, true), Placement(upper, 8, true)).empty());
  BOOST_TEST(exchange(Placement(lower, 6, false), Placement(upper, 6, true)).elements() == 6 * 6);
}

BOOST_AUTO_TEST_SUITE_END()
