// SPDX-License-Identifier: MIT
#include "document/reduction_tree.hpp"

#include <boost/test/unit_test.hpp>
#include <functional>
#include <sstream>

#include "document/document.hpp"
#include "reduction/shapes.hpp"

BOOST_AUTO_TEST_SUITE(reduction_tree)

using namespace uneven;
using document::ReductionTree;

namespace {

ReductionTree example() {
  auto tree = reduction::optimal_tree({}, {.height = 5, .items = {}, .processors = {}});
  tree.shape = document::TreeShape::optimal;
  tree.cluster.resize(5);
  return tree;
}

std::string text_of(const ReductionTree& tree, bool compact) {
  std::ostringstream out;
  write_document(out, tree, compact);
  return out.str();
}

/// The first fault of the example after a change, or "".
std::string fault_after(const std::function<void(ReductionTree&)>& change) {
  auto tree = example();
  change(tree);
  const auto lines = faults(tree);
  return lines.empty() ? "" : lines.front();
}

}  // namespace

BOOST_AUTO_TEST_CASE(written_and_read_again) {
  for (const bool compact : {true, false}) {
    auto tree = example();
    tree.operation_times = {1, 2, 3, 4, 5.5};
    tree.elements = 7;
    tree.segments = 3;
    tree.predicted_s = 0.25;
    tree.compared = {{"binary", 7}};
    const auto text = text_of(tree, compact);
    const auto read = document::parse(text, "test", {"reduction-tree"}).as<document::ReductionTree>();
    BOOST_TEST(text_of(read, compact) == text);
  }
}

BOOST_AUTO_TEST_CASE(faults_are_found) {
  BOOST_TEST(fault_after([](auto&) {}) == "");
  const auto& n = [](ReductionTree & t) -> auto& { return t.processors; };
  const std::pair<const char*, std::function<void(ReductionTree&)>> broken[] = {
      {"/processors/2/processor: processor 1 occurs twice", [&](auto& t) { n(t)[2].processor = 1; }},
      {"/processors/4/processor: found processor 9; expected 0 to 4", [&](auto& t) { n(t)[4].processor = 9; }},
      {"/processors: processor 4 has no place and is not left out", [&](auto& t) { n(t).pop_back(); }},
      {"/left_out/0: processor 3 occurs twice", [&](auto& t) { t.left_out = {3}; }},
      {"/processors/1/children/1: processor 2 has two parents, 0 and 1",
       [&](auto& t) {
         n(t)[1].children = {4, 2};
       }},
      {"/processors/4/parent: processor 2 does not have it among its children", [&](auto& t) { n(t)[4].parent = 2; }},
      {"/processors/0/children/0: found processor 7; it has no place in the tree",
       [&](auto& t) { n(t)[0].children[0] = 7; }},
      {"/processors: 2 roots (processors whose parent is null); expected 1",
       [&](auto& t) {
         n(t)[2].parent = {};
         n(t)[0].children = {3, 1};
       }},
      {"/processors: 0 roots (processors whose parent is null); expected 1",
       [&](auto& t) {
         n(t)[0].parent = 4;
         n(t)[4].children = {0};
       }},
      // 1 and 4 are each other's parents: a cycle beside the tree
      {"/processors: 2 processors cannot be reached from the root: there is a cycle",
       [&](auto& t) {
         n(t)[0].children = {3, 2};
         n(t)[0].operations = 4;
         n(t)[1].parent = 4;
         n(t)[4].children = {1};
       }},
      {"/processors/3/items/first: found 4; expected 3, there is a hole",
       [&](auto& t) {
         n(t)[3].items = {4, 1};
       }},
      {"/processors/3/items/first: found 2; expected 3, items overlap",
       [&](auto& t) {
         n(t)[3].items = {2, 3};
       }},
      {"/processors/4/items/count: found 0; expected at least 1", [&](auto& t) { n(t)[4].items.count = 0; }},
      {"/processors/0/items/count: found 3; expected 1, for there is one item each",
       [&](auto& t) { t.one_item_each = true; }},
      {"/processors/0/operations: found 4; its operands need 5", [&](auto& t) { n(t)[0].operations = 4; }},
      {"/items: found 14; the processors have 13", [&](auto& t) { t.items = 14; }},
      {"/links: differ from the parents of the processors",
       [&](auto& t) {
         t.links = {{0, 1}, {0, 2}, {0, 3}, {2, 4}};
       }},
      {"/operation_times: found 2; expected one for each of 5 processors",
       [&](auto& t) {
         t.operation_times = {1, 1};
       }},
  };
  for (const auto& [fault, change] : broken) BOOST_TEST(fault_after(change) == fault);
}

BOOST_AUTO_TEST_SUITE_END()
