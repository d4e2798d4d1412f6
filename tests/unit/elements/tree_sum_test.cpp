// SPDX-License-Identifier: MIT
#include "elements/tree_sum.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <numeric>
#include <random>
#include <string>

#include "../cases.hpp"

BOOST_AUTO_TEST_SUITE(tree_sum)

using uneven::elements::TreeSum;

namespace {

/// A table of one number stands for a text here: the shape of the tree shows in brackets.
struct Texts {
  std::vector<std::string> of;
  double put(const std::string& text) {
    of.push_back(text);
    return double(of.size() - 1);
  }
  std::string get(double number) const { return of[std::size_t(number)]; }
};

TreeSum bracketing(Texts& texts, std::int64_t leaves) {
  return {leaves, 1, [&texts](double* into, const double* from) {
            *into = texts.put("(" + texts.get(*into) + texts.get(*from) + ")");
          }};
}

std::string expected(std::int64_t first, std::int64_t leaves, std::int64_t width) {
  if (width == 1) return std::string(1, char('a' + first));
  const std::string left = expected(first, leaves, width / 2);
  return first + width / 2 >= leaves ? left : "(" + left + expected(first + width / 2, leaves, width / 2) + ")";
}

}  // namespace

BOOST_AUTO_TEST_CASE(five_leaves_as_drawn) {
  Texts texts;
  TreeSum sum = bracketing(texts, 5);
  for (const int leaf : {4, 2, 0, 3, 1}) sum.add(leaf, {texts.put(std::string(1, char('a' + leaf)))});
  BOOST_TEST(texts.get(sum.root()[0]) == "(((ab)(cd))e)");
}

BOOST_AUTO_TEST_CASE(any_order_and_any_distribution_give_the_same_tree) {
  uneven::test::for_seeds(300, [&](std::mt19937& random) {
    const std::int64_t leaves = 1 + random() % 26;
    Texts texts;
    std::vector<TreeSum> parts;
    for (unsigned p = 0; p <= random() % 6; ++p) parts.push_back(bracketing(texts, leaves));
    std::vector<std::int64_t> order(std::size_t(leaves), 0);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    for (const auto leaf : order)
      parts[random() % parts.size()].add(leaf, {texts.put(std::string(1, char('a' + leaf)))});
    TreeSum all = bracketing(texts, leaves);
    for (TreeSum& part : parts) random() % 2 ? all.merge(part) : all.merge(part.pack());
    BOOST_TEST(all.complete());
    std::int64_t width = 1;
    while (width < leaves) width *= 2;
    BOOST_TEST(texts.get(all.root()[0]) == expected(0, leaves, width));
  });
}

BOOST_AUTO_TEST_CASE(nodes_meet_at_home_and_few_are_left) {
  uneven::test::for_seeds(100, [&](std::mt19937& random) {
    const int p = 1 + static_cast<int>(random() % 8);
    const std::int64_t leaves = 1 + random() % 300;
    Texts texts;
    std::vector<TreeSum> parts(std::size_t(p), bracketing(texts, leaves));
    for (std::int64_t leaf = 0; leaf < leaves; ++leaf)
      parts[random() % parts.size()].add(leaf, {texts.put(std::to_string(leaf) + ".")});
    std::vector<std::vector<std::vector<double>>> sent;
    for (int i = 0; i < p; ++i) sent.push_back(parts[std::size_t(i)].take_for_homes(p, i));
    for (int i = 0; i < p; ++i) {
      BOOST_TEST(sent[std::size_t(i)][std::size_t(i)].empty());
      for (const auto& from : sent) parts[std::size_t(i)].merge(from[std::size_t(i)]);
      BOOST_TEST(parts[std::size_t(i)].nodes() <= 4);
    }
    Texts alone;
    TreeSum all = bracketing(texts, leaves), at_once = bracketing(alone, leaves);
    for (TreeSum& part : parts) all.merge(part);
    for (std::int64_t leaf = 0; leaf < leaves; ++leaf) at_once.add(leaf, {alone.put(std::to_string(leaf) + ".")});
    BOOST_TEST(texts.get(all.root()[0]) == alone.get(at_once.root()[0]));
  });
}

BOOST_AUTO_TEST_CASE(a_missing_leaf_leaves_it_incomplete) {
  TreeSum sum(7, 1, [](double* into, const double* from) { *into += *from; });
  for (int leaf = 0; leaf < 6; ++leaf) sum.add(leaf, {1.0});
  BOOST_TEST(!sum.complete());
  sum.add(6, {1.0});
  BOOST_TEST(sum.complete());
  BOOST_TEST(sum.root()[0] == 7.0);
}

BOOST_AUTO_TEST_CASE(consecutive_blocks_keep_few_nodes) {
  TreeSum sum(1 << 20, 1, [](double* into, const double* from) { *into += *from; });
  for (int leaf = 12345; leaf < 123456; ++leaf) sum.add(leaf, {1.0});
  BOOST_TEST(sum.nodes() <= 2 * 20);
}

BOOST_AUTO_TEST_CASE(no_leaves_sum_to_zero) {
  TreeSum sum(0, 2, [](double*, const double*) {});
  BOOST_TEST(sum.complete());
  BOOST_TEST(sum.root() == std::vector<double>(2, 0.0), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
