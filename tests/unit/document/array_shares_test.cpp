// SPDX-License-Identifier: MIT
#include "document/array_shares.hpp"

#include <boost/test/unit_test.hpp>

#include "document/document.hpp"
#include "fault_cases.hpp"

BOOST_AUTO_TEST_SUITE(array_shares_document)

using namespace uneven::document;

namespace {

///     P0 P0 P1      P3 is left out.
///     P0 P0 P1
///     P2 P2 P2
ArrayShares sound_plan() {
  ArrayShares plan;
  plan.rows = plan.columns = 3;
  plan.halo = 1;
  plan.element_bytes = 4;
  plan.blocks = {
      {{0, {0, 2}, {0, 2}}, {1, 2}, 16}, {{1, {0, 2}, {2, 1}}, {0, 2}, 12}, {{2, {2, 1}, {0, 3}}, {0, 1}, 20}};
  plan.predicted = {0.5, 0.75, 0.125, 0.25, 0.1, 11, {20, 48}};
  add_cluster(plan, 4, "command");
  return plan;
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_written_reads_back_the_same) {
  for (const bool compact : {false, true}) {
    const std::string text = written(sound_plan(), compact);
    const auto plan = parse(text, "plan", {"array-shares"}).as<ArrayShares>();
    BOOST_TEST(written(plan, compact) == text);
    BOOST_TEST((plan.blocks[1].cells == sound_plan().blocks[1].cells));
    BOOST_TEST(*plan.predicted.superstep_s == 0.75);
    BOOST_TEST(*plan.cluster[2].host == "node1");
  }
}

BOOST_AUTO_TEST_CASE(a_plan_by_hand_needs_only_extents_and_blocks) {
  const auto plan = parse(R"({"kind": "array-shares", "version": 1, "rows": 2, "columns": 5, "blocks":
      [{"processor": 1, "rows": {"first": 0, "count": 2}, "columns": {"first": 0, "count": 5}}], "left_out": [0]})",
                          "plan", {})
                        .as<ArrayShares>();
  BOOST_TEST(plan.cluster.size() == 2u);
  BOOST_TEST(plan.halo == 0);
  BOOST_TEST(plan.element_bytes == 8);
  BOOST_TEST(faults(plan).empty());
}

BOOST_AUTO_TEST_CASE(each_fault_is_found_where_it_is) {
  check_faults<ArrayShares>(
      sound_plan(),
      {
          {"/blocks/1: overlaps another block", [](auto& p) { p.blocks[0].cells.columns.count = 3; }},
          {"/blocks: the blocks leave a hole in the array", [](auto& p) { p.blocks[1].cells.rows.count = 1; }},
          {"/blocks/2/rows: 1 from 3 is not a part of 0 .. 2", [](auto& p) { p.blocks[2].cells.rows.first = 3; }},
          {"/blocks/1/columns: 0 from 2 is not a part of 0 .. 2", [](auto& p) { p.blocks[1].cells.columns.count = 0; }},
          {"/blocks/2/processor: there is no processor 4", [](auto& p) { p.blocks[2].cells.processor = 4; }},
          {"/blocks/1/processor: processor 0 has two blocks", [](auto& p) { p.blocks[1].cells.processor = 0; }},
          {"/blocks/2/processor: processor 2 is left out",
           [](auto& p) {
             p.left_out = {2, 3};
           }},
          {"/left_out: there is no processor 9",
           [](auto& p) {
             p.left_out = {3, 9};
           }},
          {"/blocks: processor 3 has no block and is not left out", [](auto& p) { p.left_out.clear(); }},
          {"/blocks/0/neighbours/0: processor 0 is its own neighbour",
           [](auto& p) {
             p.blocks[0].neighbours = {0, 1, 2};
           }},
          {"/blocks/0/neighbours/1: found 1 after 2; expected ascending numbers",
           [](auto& p) {
             p.blocks[0].neighbours = {2, 1};
           }},
          {"/blocks/0/neighbours/2: processor 3 has no block",
           [](auto& p) {
             p.blocks[0].neighbours = {1, 2, 3};
           }},
          {"/blocks/0/neighbours/1: processor 2 does not have 0 as a neighbour",
           [](auto& p) { p.blocks[2].neighbours = {1}; }},
          {"/rows: 9007199254740991 x 3 cells; expected at most 9007199254740991",
           [](auto& p) { p.rows = 9007199254740991; }},
      });
}

BOOST_AUTO_TEST_SUITE_END()
