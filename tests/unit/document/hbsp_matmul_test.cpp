// SPDX-License-Identifier: MIT
#include "document/hbsp_matmul.hpp"

#include <boost/test/unit_test.hpp>

#include "document/document.hpp"
#include "fault_cases.hpp"

BOOST_AUTO_TEST_SUITE(hbsp_matmul_document)

using namespace uneven::document;

namespace {

/// Four quarters of a 4 x 4 matrix on five processors, the last of which is left out; A starts in rows.
HbspMatmul sound_plan() {
  HbspMatmul plan;
  plan.size = 4;
  plan.layout.a = Layout::beta;
  plan.rectangles = {{0, {0, 2}, {0, 2}}, {1, {2, 2}, {0, 2}}, {2, {0, 2}, {2, 2}}, {3, {2, 2}, {2, 2}}};
  plan.starts = MatrixStarts{{{0, {0, 1}, {0, 4}}, {1, {1, 2}, {0, 4}}, {3, {3, 1}, {0, 4}}}, plan.rectangles};
  plan.layouts = {{{Layout::beta, Layout::alpha, Layout::alpha}, 0.1, 1e300}};
  plan.predicted = {0.5, {}, 64, 63.5, 1.25, 0.1, 0.75};
  add_cluster(plan, 5, "matmul");
  return plan;
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_written_reads_back_the_same) {
  for (bool compact : {false, true}) {
    const std::string text = written(sound_plan(), compact);
    const auto plan = parse(text, "plan", {"hbsp-matmul"}).as<HbspMatmul>();
    BOOST_TEST(written(plan, compact) == text);
    BOOST_TEST((plan.starts->a == sound_plan().starts->a));
    BOOST_TEST(*plan.cluster[3].host == "node1");
  }
}

BOOST_AUTO_TEST_CASE(a_plan_by_hand_needs_only_size_and_rectangles) {
  const auto plan = parse(R"({"kind": "hbsp-matmul", "version": 1, "size": 2, "rectangles":
      [{"processor": 1, "rows": {"first": 0, "count": 2}, "columns": {"first": 0, "count": 2}}], "left_out": [0]})",
                          "plan", {})
                        .as<HbspMatmul>();
  BOOST_TEST(plan.cluster.size() == 2u);
  BOOST_TEST(plan.panel == default_panel);
}

BOOST_AUTO_TEST_CASE(a_rectangular_product_has_three_extents) {
  HbspMatmul plan;
  plan.size = {2, 5, 3};
  plan.rectangles = {{0, {0, 2}, {0, 3}}};
  plan.starts = MatrixStarts{{{0, {0, 2}, {0, 5}}}, {{0, {0, 5}, {0, 3}}}};
  plan.cluster.resize(1);
  BOOST_TEST(faults(plan).empty());
  const std::string text = written(plan, true);
  BOOST_TEST(text.find("\"size\"") == std::string::npos);
  BOOST_TEST(text.find(R"("rows":2,"inner":5,"columns":3)") != std::string::npos);
  const auto again = parse(text, "plan", {"hbsp-matmul"}).as<HbspMatmul>();
  BOOST_TEST((again.size.rows == 2 && again.size.inner == 5 && again.size.columns == 3));

  auto changed = plan;
  changed.starts->b[0].rows.count = 6;
  BOOST_TEST(faults(changed).front() == "/starts/B/0/rows: 6 from 0 is not a part of 0 .. 4");
  changed = plan;
  changed.starts.reset();
  BOOST_TEST(faults(changed).front() == "/: lacks \"starts\", where A and B lie, whose extents differ from C's");
  changed = plan;
  changed.size.inner = 0;
  BOOST_TEST(faults(changed).front() == "/: lacks \"inner\"");
  changed.size = {};
  BOOST_TEST(faults(changed).front() == "/: lacks \"size\"");
}

BOOST_AUTO_TEST_CASE(each_fault_is_found_where_it_is) {
  check_faults<HbspMatmul>(
      sound_plan(),
      {
          {"/rectangles/2: overlaps another block", [](auto& p) { p.rectangles[2].columns = numbers(1, 3); }},
          {"/rectangles/3: overlaps another block", [](auto& p) { p.rectangles[3].rows = numbers(1, 3); }},
          {"/rectangles: the blocks leave a hole in the matrix", [](auto& p) { p.rectangles[1].rows = numbers(3, 1); }},
          {"/rectangles/0/rows: 2 from 3 is not a part of 0 .. 3", [](auto& p) { p.rectangles[0].rows.first = 3; }},
          {"/rectangles/0/columns: 0 from 0 is not a part of 0 .. 3",
           [](auto& p) { p.rectangles[0].columns.count = 0; }},
          {"/rectangles/0/rows: 9007199254740991 from 9007199254740991 is not a part of 0 .. 3",
           [](auto& p) { p.rectangles[0].rows = numbers(9007199254740991, 9007199254740991); }},
          {"/rectangles/3/processor: there is no processor 7", [](auto& p) { p.rectangles[3].processor = 7; }},
          {"/rectangles/1/processor: processor 0 has two blocks", [](auto& p) { p.rectangles[1].processor = 0; }},
          {"/rectangles/3/processor: processor 3 is left out", [](auto& p) { p.left_out.push_back(3); }},
          {"/starts/A: the blocks leave a hole in the matrix", [](auto& p) { p.starts->a.pop_back(); }},
          {"/starts/B/0/processor: processor 4 is left out", [](auto& p) { p.starts->b[0].processor = 4; }},
          {"/left_out: there is no processor 5", [](auto& p) { p.left_out.push_back(5); }},
          {"/rectangles: processor 4 has no block and is not left out", [](auto& p) { p.left_out.clear(); }},
      });
}

BOOST_AUTO_TEST_CASE(the_layouts_have_their_names) {
  for (Layout layout : {Layout::alpha, Layout::beta, Layout::gamma})
    BOOST_TEST((layout_named(name_of(layout)) == layout));
  BOOST_TEST(!layout_named("delta").has_value());
}

BOOST_AUTO_TEST_SUITE_END()
