// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <random>

#include "../cases.hpp"
#include "elements/tree_sum.hpp"

BOOST_AUTO_TEST_SUITE(nodes)

using namespace uneven::elements;

namespace {

using Leaves = std::vector<std::int64_t>;

Leaves leaves_of(const std::vector<Node>& nodes) {
  Leaves leaves;
  for (const Node& node : nodes)
    for (std::int64_t i = 0; i < node.size; ++i) leaves.push_back(node.first + i);
  std::ranges::sort(leaves);
  return leaves;
}

/// Joins two siblings while there are any: the plain way to nodes_of.
std::size_t least_nodes(const Leaves& leaves) {
  std::map<std::pair<std::int64_t, std::int64_t>, int> nodes;  // by size and first leaf
  for (const std::int64_t leaf : leaves) nodes[{1, leaf}] = 1;
  for (bool joined = true; joined;) {
    joined = false;
    for (const auto& [node, one] : nodes) {
      const auto [size, first] = node;
      if (first % (2 * size) != 0 || !nodes.contains({size, first + size})) continue;
      nodes.erase({size, first + size});
      nodes.erase({size, first});
      nodes[{2 * size, first}] = 1;
      joined = true;
      break;
    }
  }
  return nodes.size();
}

Leaves some(std::mt19937& random, const Leaves& from, unsigned of_eight) {
  Leaves chosen;
  for (const std::int64_t leaf : from)
    if (random() % 8 < of_eight) chosen.push_back(leaf);
  return chosen;
}

}  // namespace

BOOST_AUTO_TEST_CASE(of_six_leaves_from_two) {
  const Leaves leaves{2, 3, 4, 5, 6, 7};
  BOOST_TEST((nodes_of(leaves) == std::vector<Node>{{2, 2}, {4, 4}}));
}

BOOST_AUTO_TEST_CASE(whole_nodes_are_given_and_large_ones_first) {
  const Leaves held{0, 1, 2, 3, 8, 9, 13};
  BOOST_TEST((nodes_to_give(held, held, 5) == std::vector<Node>{{0, 4}}));
  BOOST_TEST((nodes_to_give(held, held, 3) == std::vector<Node>{{8, 2}}));
  BOOST_TEST((nodes_to_give(held, held, 1) == std::vector<Node>{{13, 1}}));
}

BOOST_AUTO_TEST_CASE(a_large_node_gives_its_last_part) {
  Leaves held(64), waiting;
  for (std::int64_t i = 0; i < 64; ++i) held[static_cast<std::size_t>(i)] = i;
  waiting.assign(held.begin() + 21, held.end());
  BOOST_TEST((nodes_to_give(held, waiting, 20) == std::vector<Node>{{48, 16}}));
  BOOST_TEST((nodes_to_give(held, waiting, 43) == std::vector<Node>{{32, 32}}));
}

BOOST_AUTO_TEST_CASE(a_small_node_does_not_stand_for_much) {
  Leaves held(64), waiting;
  for (std::int64_t i = 0; i < 64; ++i) held[static_cast<std::size_t>(i)] = i;
  held.push_back(100);
  waiting.assign(held.begin() + 20, held.end());
  BOOST_TEST((nodes_to_give(held, waiting, 20) == std::vector<Node>{{48, 16}}));
}

BOOST_AUTO_TEST_CASE(nothing_waits_or_nothing_is_wanted) {
  BOOST_TEST(nodes_to_give(Leaves{1, 2}, Leaves{}, 5).empty());
  BOOST_TEST(nodes_to_give(Leaves{1, 2}, Leaves{1, 2}, 0).empty());
}

BOOST_AUTO_TEST_CASE(few_nodes_of_what_waits_and_not_more_than_wanted) {
  uneven::test::for_seeds(500, [&](std::mt19937& random) {
    Leaves all(1 + random() % 200);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::int64_t>(i);
    const Leaves held = some(random, all, 1 + random() % 8), waiting = some(random, held, 1 + random() % 8);
    BOOST_TEST((leaves_of(nodes_of(held)) == held));
    BOOST_TEST(nodes_of(held).size() == least_nodes(held));
    const auto count = static_cast<std::int64_t>(random() % (all.size() + 1));
    const Leaves given = leaves_of(nodes_to_give(held, waiting, count));
    BOOST_TEST(std::ssize(given) <= count);
    BOOST_TEST(std::ranges::includes(waiting, given));
    BOOST_TEST(given.empty() == (count == 0 || waiting.empty()));
  });
}

BOOST_AUTO_TEST_SUITE_END()
