// SPDX-License-Identifier: MIT
#include "shares/parts.hpp"

#include <boost/test/unit_test.hpp>
#include <numeric>

#include "base/error.hpp"

BOOST_AUTO_TEST_SUITE(shares_parts)

using namespace uneven;
using namespace uneven::shares;
using document::Range;

namespace {

document::Processor on(const char* host, double speed) {
  document::Processor processor;
  processor.host = host;
  processor.speed = speed;
  return processor;
}

double sum_of_shares(const std::vector<Part>& parts) {
  return std::accumulate(parts.begin(), parts.end(), 0.0,
                         [](double sum, const Part& part) { return sum + part.share; });
}

/// Ten elements: six, none and four.
document::HbspElements elements_plan() {
  document::HbspElements plan;
  plan.count = 10;
  plan.placement = {{0, {0, 6}}, {1, {6, 0}}, {2, {6, 4}}};
  plan.cluster = {on("a", 3), on("a", 0.1), on("b", 2)};
  return plan;
}

///     P0 P0 P2
///     P0 P0 P2
///     P3 P3 P2    P1 is left out
document::HbspMatmul matmul_plan() {
  document::HbspMatmul plan;
  plan.size = 3;
  plan.rectangles = {{0, {0, 2}, {0, 2}}, {2, {0, 3}, {2, 1}}, {3, {2, 1}, {0, 2}}};
  plan.left_out = {1};
  plan.cluster = {on("a", 4), on("a", 0.1), on("b", 3), on("b", 2)};
  return plan;
}

}  // namespace

BOOST_AUTO_TEST_CASE(elements_have_ranges) {
  const auto parts = parts_of(elements_plan());
  BOOST_TEST(parts.size() == 3u);
  BOOST_TEST((parts[2].elements == Range{6, 4}));
  BOOST_TEST(parts[2].processor == 2);
  BOOST_TEST(*parts[2].host == "b");
  BOOST_TEST(parts[0].share == 0.6);
  BOOST_TEST(parts[1].share == 0);
  BOOST_TEST(!parts[0].rows.has_value());
  BOOST_TEST(!parts[0].seconds.has_value());
  BOOST_TEST(!parts[0].memory_bytes.has_value());
}

BOOST_AUTO_TEST_CASE(seconds_and_memory_where_the_plan_knows_them) {
  auto plan = elements_plan();
  plan.seconds = 3;
  plan.cluster[0].fixed_s = 0.5;
  plan.cluster[1].fixed_s = 0.5;
  plan.memory_per_unit_bytes = 8;
  plan.memory_fixed_bytes = 100;
  const auto parts = parts_of(plan);
  BOOST_TEST(*parts[0].seconds == 2.5);  // 0.5 + 6 / 3
  BOOST_TEST(*parts[1].seconds == 0);    // nothing is started
  BOOST_TEST(*parts[2].seconds == 2);
  BOOST_TEST(*parts[0].memory_bytes == 148);
  BOOST_TEST(*parts[1].memory_bytes == 0);
}

BOOST_AUTO_TEST_CASE(blocks_have_rows_and_columns) {
  const auto parts = parts_of(matmul_plan());
  BOOST_TEST(parts.size() == 4u);
  BOOST_TEST((parts[3].rows == Range{2, 1}));
  BOOST_TEST((parts[3].columns == Range{0, 2}));
  BOOST_TEST((parts[3].elements == Range{2, 1}));
  BOOST_TEST(parts[0].share == 4.0 / 9);
  BOOST_TEST((parts[1].rows == Range{}));
  BOOST_TEST(parts[1].share == 0);
  BOOST_TEST(sum_of_shares(parts) == 1.0, boost::test_tools::tolerance(1e-15));
}

BOOST_AUTO_TEST_CASE(a_partition_has_samples_in_rows_and_hidden_units_in_columns) {
  document::Partition plan;
  plan.samples = 10;
  plan.network = {3, 4, 2};
  plan.rectangles = {{0, 0, 0, 0.5, 0, 1, {0, 5}, {0, 4}},
                     {1, 1, 0.5, 0.5, 0, 0.25, {5, 5}, {0, 1}},
                     {2, 1, 0.5, 0.5, 0.25, 0.75, {5, 5}, {1, 3}}};
  plan.cluster = {on("a", 4), on("a", 1), on("b", 3)};
  const auto parts = parts_of(plan);
  BOOST_TEST((parts[2].rows == Range{5, 5}));
  BOOST_TEST((parts[2].columns == Range{1, 3}));
  BOOST_TEST(parts[2].share == 15.0 / 40);
  BOOST_TEST(sum_of_shares(parts) == 1.0);
}

BOOST_AUTO_TEST_CASE(idle_processors_of_a_search_have_empty_parts) {
  document::Search plan;
  plan.examples = 4;
  plan.processors = 1;
  plan.placement = {{0, {0, 4}}};
  plan.cluster = {on("a", 2)};
  plan.idle = {on("b", 1)};
  const auto parts = parts_of(plan);
  BOOST_TEST(parts.size() == 2u);
  BOOST_TEST(parts[0].share == 1);
  BOOST_TEST(parts[1].elements.count == 0);
  BOOST_TEST(*parts[1].host == "b");
}

BOOST_AUTO_TEST_CASE(the_whole_may_be_empty) {
  document::HbspElements plan;
  plan.placement = {{0, {0, 0}}};
  plan.cluster = {on("a", 1)};
  BOOST_TEST(parts_of(plan)[0].share == 0);
}

BOOST_AUTO_TEST_CASE(a_job_has_the_parts_of_its_plan) {
  const std::string plan = R"({"kind":"hbsp-elements","version":1,"count":3,"placement":[
    {"processor":0,"first":0,"count":1},{"processor":1,"first":1,"count":2}]})";
  const auto parts = parts_of(document::parse(
      R"({"kind":"job","version":1,"run":"bsp","input":{},"options":{"program":"kmeans"},"plan":)" + plan + "}", "job",
      kinds_with_shares()));
  BOOST_TEST(parts.size() == 2u);
  BOOST_TEST((parts[1].elements == Range{1, 2}));
  BOOST_CHECK_THROW(
      parts_of(document::parse(R"({"kind":"job","version":1,"run":"measure","plan":{},"input":{},"options":{}})", "job",
                               kinds_with_shares())),
      InputError);
}

BOOST_AUTO_TEST_CASE(blocks_of_an_array_have_rows_and_columns) {
  document::ArrayShares plan;
  plan.rows = 2;
  plan.columns = 4;
  plan.blocks = {{{0, {0, 2}, {0, 3}}, {1}, 0}, {{1, {0, 2}, {3, 1}}, {0}, 0}};
  plan.left_out = {2};
  plan.cluster = {on("a", 3), on("b", 1), on("b", 0.1)};
  plan.cluster[1].fixed_s = 0.5;
  auto parts = parts_of(plan);
  BOOST_TEST(parts.size() == 3u);
  BOOST_TEST(parts[0].share == 0.75);
  BOOST_TEST((parts[1].columns == Range{3, 1}));
  BOOST_TEST((parts[2].rows == Range{}));
  BOOST_TEST(!parts[1].seconds.has_value());
  plan.predicted.seconds = 2.5;
  parts = parts_of(plan);
  BOOST_TEST(*parts[0].seconds == 2);
  BOOST_TEST(*parts[1].seconds == 2.5);
}

BOOST_AUTO_TEST_SUITE_END()
