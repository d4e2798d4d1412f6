// SPDX-License-Identifier: MIT
#include "draw/tree.hpp"

#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

#include "sample_plans.hpp"
#include "sample_trees.hpp"
#include "xml.hpp"

BOOST_AUTO_TEST_SUITE(draw_tree)

namespace {

using namespace uneven;
using namespace uneven::draw_test;

struct Shape {
  std::int64_t arity;
  double compute, transfer, finish;
};
constexpr Shape shapes[] = {{2, 1, 1, 6},    {2, 1, 1, 14},      {3, 1, 2.5, 9.3},
                            {2, 2, 0.5, 13}, {4, 0.3, 0.7, 4.1}, {2, 1, 50, 9}};

}  // namespace

BOOST_AUTO_TEST_CASE(in_an_optimal_tree_nobody_waits) {
  for (const auto& shape : shapes) {
    const auto tree = optimal_tree(shape.arity, shape.compute, shape.transfer, shape.finish);
    const auto times = draw::schedule(tree);
    BOOST_TEST_CONTEXT(tree.processors.size() << " processors, arity " << shape.arity) {
      for (std::size_t i = 0; i < times.size(); ++i) {
        const auto& node = tree.processors[i];
        std::int64_t operations = 0;
        double end = times[i].front().start;
        BOOST_TEST(end >= -1e-9);
        for (const auto& stretch : times[i]) {
          BOOST_TEST(std::abs(stretch.start - end) < 1e-9);  // no gap
          BOOST_TEST(std::abs(stretch.end - stretch.start - static_cast<double>(stretch.operations) * shape.compute) <
                     1e-9);
          for (const auto child : stretch.children)
            BOOST_TEST(std::abs(tree.processors[static_cast<std::size_t>(child)].finish + shape.transfer -
                                stretch.start) < 1e-9);  // taken as it arrives
          operations += stretch.operations;
          end = stretch.end;
        }
        BOOST_TEST(operations == node.operations);
        BOOST_TEST(std::abs(end - node.finish) < 1e-9);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(waiting_shows) {
  const auto times = draw::schedule(waiting_tree());
  BOOST_TEST_REQUIRE(times[0].size() == 2);
  BOOST_TEST(times[0][0].start == 3);
  BOOST_TEST(times[0][0].end == 4);
  BOOST_TEST(times[0][1].start == 7);
  BOOST_TEST(times[0][1].end == 8);
  int waits = 0;
  for (const auto& element : XmlReader(draw::svg(waiting_tree())).read()) {
    const auto found = element.attributes.find("class");
    if (found == element.attributes.end() || found->second != "wait") continue;
    ++waits;
    BOOST_TEST(std::abs(element.number("width") - 3.0 / 8 * 680) < 0.01);
  }
  BOOST_TEST(waits == 1);
}

BOOST_AUTO_TEST_CASE(uneven_processors_have_their_own_operation_times) {
  document::ReductionTree tree;
  tree.transfer = 1;
  tree.finish = 6;
  tree.operation_times = {1, 4};
  tree.processors = {{0, {}, {1}, 6, 2, {0, 2}}, {1, 0, {}, 4, 1, {2, 2}}};
  const auto times = draw::schedule(tree);
  BOOST_TEST(times[1][0].start == 0);
  BOOST_TEST(times[0].back().start == 5);
  BOOST_TEST(times[0].front().start == 4);
}

BOOST_AUTO_TEST_CASE(walk_meets_everybody_once_after_the_parent) {
  const auto tree = optimal_tree(3, 1, 2.5, 14);
  std::set<std::int64_t> met;
  for (const auto& visit : draw::walk(tree)) {
    const auto& node = tree.processors[visit.node];
    BOOST_TEST((!node.parent || met.contains(*node.parent)));
    BOOST_TEST(met.insert(node.processor).second);
  }
  BOOST_TEST(met.size() == tree.processors.size());
}

BOOST_AUTO_TEST_CASE(as_text) {
  auto tree = optimal_tree(2, 1, 1, 5);
  tree.compared = {{"binary", 7}, {"list", 12}};
  BOOST_TEST(draw::text(tree, {60, false}) ==
             R"(reduction tree (optimal): 13 items on 5 processors, finish
  at 5 steps; an operation takes 1 step, a transfer 1 step

processor   finish  operations  items
P0         5 steps           5    0-2
├─ P4       1 step           1  11-12
├─ P3      2 steps           2   8-10
└─ P1      3 steps           3    3-5
   └─ P2    1 step           1    6-7

other shapes finish at: binary 7 steps, list 12 steps
)");
}

BOOST_AUTO_TEST_CASE(shapes_of_vectors_in_pieces_are_compared_by_all_of_them) {
  auto tree = optimal_tree(2, 1, 1, 5);
  tree.unit = document::TimeUnit::second;
  tree.compared = {{"list", 4}};
  tree.segments = 3;
  const auto has = [&](const std::string& words) {
    return draw::text(tree, {200, false}).find(words) != std::string::npos;
  };
  BOOST_TEST(has("first of 3 pieces at 5 s"));
  BOOST_TEST(has("other shapes have the first piece at: list 4 s"));
  tree.predicted_s = 11;
  tree.compared_s = {{"list", 12}};
  BOOST_TEST(has("first of 3 pieces at 5 s, all at 11 s"));
  BOOST_TEST(has("other shapes have all pieces at: list 12 s"));
}

BOOST_AUTO_TEST_CASE(narrow_deep_and_large_trees) {
  document::ReductionTree list;  // everybody sends to the one before
  list.finish = 200000;
  for (std::int64_t i = 0; i < 100000; ++i) {
    document::TreeNode node{i, {}, {}, static_cast<double>(2 * (100000 - i)), 1, {i, 1}};
    if (i > 0) node.parent = i - 1;
    if (i < 99999) node.children = {i + 1};
    list.processors.push_back(node);
  }
  BOOST_TEST(draw::text(list, {40, true}).find("... and 99980 more") != std::string::npos);
  list.processors.resize(64);
  list.processors.back().children.clear();
  for (const auto& line : lines(draw::text(list, {40, false}))) BOOST_TEST(draw::length(line) <= 40);
}

BOOST_AUTO_TEST_CASE(svg_has_a_box_per_operation_and_an_arrow_per_result) {
  const auto tree = optimal_tree(2, 1, 1, 6);
  std::map<std::string, int> count;
  for (const auto& element : XmlReader(draw::svg(tree)).read())
    if (element.attributes.contains("class")) {
      ++count[element.attributes.at("class")];
      if (element.attributes.at("class") == "transfer")
        BOOST_TEST(std::abs(element.number("x2") - element.number("x1") - 680.0 / 6) < 0.01);
    }
  BOOST_TEST(count["operation"] == 20);  // 21 items, joined two by two
  BOOST_TEST(count["transfer"] == 7);
  BOOST_TEST(count["wait"] == 0);
}

BOOST_AUTO_TEST_CASE(dot_has_an_edge_per_result) {
  const auto dot = draw::dot(waiting_tree());
  BOOST_TEST(occurrences(dot, " -> ") == 3);
  BOOST_TEST(dot.find("  P3 -> P2;\n") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
