// SPDX-License-Identifier: MIT
#include <random>

#include "../cases.hpp"
#include "../processors.hpp"
#include "hbsp/cost.hpp"
#include "hbsp/matmul.hpp"
#include "planned.hpp"
#include "reduction/shapes.hpp"
#include "search/predict.hpp"

BOOST_AUTO_TEST_SUITE(check_plans)

using namespace uneven;
using check_test::expect_each_number_bound;
using check_test::first_fault;
using check_test::Json;
using check_test::written;
using document::SearchMethod;
using document::TreeShape;

namespace {

std::vector<double> random_speeds(std::mt19937& random) {
  std::vector<double> speeds(1 + random() % 12);
  for (double& speed : speeds)
    speed = random() % 2 ? 1 + random() % 9 : std::exp(std::uniform_real_distribution<double>(-3, 3)(random));
  return speeds;
}

document::ReductionTree tree_of(const reduction::Model& model, TreeShape shape, const reduction::Goal& goal,
                                bool each) {
  auto tree = reduction::shaped_tree(model, shape, goal, each);
  tree.compared = reduction::finish_of_others(model, goal, tree);
  tree.cluster.resize(tree.processors.size() + tree.left_out.size());
  for (std::size_t i = 0; i < model.operation_times.size(); ++i) tree.cluster[i].speed = 1 / model.operation_times[i];
  return tree;
}

}  // namespace

BOOST_AUTO_TEST_CASE(elements_have_the_imbalance_of_their_counts) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    auto plan = hbsp::plan_elements(random() % 1000, test::cluster_of(random_speeds(random)));
    BOOST_TEST(first_fault(written(plan)) == "", "seed " << seed);
  }
  auto plan = hbsp::plan_elements(1000, test::cluster_of({3, 2, 1.5}));
  plan.superstep_s = 1000 / 6.5 * (1 + plan.imbalance);
  const auto sound = written(plan);
  expect_each_number_bound(sound, {"/predicted", "/placement"}, {"imbalance", "count", "first"});
  auto changed = sound;
  changed.json["predicted"]["superstep_s"] = 153;  // 462 / 3 = 154
  BOOST_TEST(first_fault(changed).starts_with(
      "/predicted/superstep_s: found 153; the rest of the document gives at least 154"));
  changed.json["predicted"]["superstep_s"] = 160;  // with a barrier
  BOOST_TEST(first_fault(changed) == "");
}

BOOST_AUTO_TEST_CASE(products_have_the_costs_of_their_layouts) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    const auto layout = [&] { return static_cast<document::Layout>(random() % 3); };
    const auto extent = [&] { return 1 + static_cast<std::int64_t>(random() % 100); };
    hbsp::MatmulRequest request{.size = extent()};
    if (seed % 2) request.size = {extent(), extent(), extent()};
    request.layout = {layout(), layout(), layout()};
    request.table.gap = std::vector{1.0, 0.0, 1e-9, 1e9}[random() % 4];
    request.table.barrier = std::vector{0.0, 1e-3, 1e12}[random() % 3];
    BOOST_TEST(first_fault(written(hbsp::plan_matmul(request, test::cluster_of(random_speeds(random))))) == "",
               "seed " << seed);
  }
  const auto plan = written(hbsp::plan_matmul({.size = 100, .table = {3, 7e6}}, test::cluster_of({1, 2, 3, 1.5})));
  expect_each_number_bound(plan, {"/layouts"}, {"communication"});
  expect_each_number_bound(plan, {"/layouts/1", "/layouts/2", "/gap", "/barrier"}, {"total", "gap", "barrier"});
  expect_each_number_bound(plan, {"/predicted"}, {"elements", "lower_bound", "imbalance", "ratio"});
  expect_each_number_bound(plan, {"/cluster"}, {"speed"});
  auto changed = plan;
  changed.json["layouts"].erase(26);
  BOOST_TEST(first_fault(changed) == "/layouts: found 26; expected all 27");
  changed.json["layouts"] = Json::array();
  BOOST_TEST(first_fault(changed) == "/layouts: found 0; expected all 27");
  changed = plan;
  std::swap(changed.json["layouts"][0], changed.json["layouts"][1]);
  BOOST_TEST(first_fault(changed).starts_with("/layouts/0: found alpha, beta, alpha; expected alpha, alpha, alpha"));
  changed = plan;
  for (const char* key : {"gap", "barrier"}) changed.json.erase(key);  // as in plans of 0.1.0, which may have had any
  BOOST_TEST(first_fault(changed) == "");
  for (auto& row : changed.json["layouts"]) row["total"] = 1;
  BOOST_TEST(first_fault(changed).starts_with("/layouts: their totals are less"));
}

BOOST_AUTO_TEST_CASE(trees_finish_when_their_processors_do) {
  test::for_seeds(80, [&](std::mt19937& random) {
    reduction::Model model{1 + static_cast<double>(random() % 7) / 3,
                           static_cast<double>(random() % 9) / 4,
                           2 + static_cast<std::int64_t>(random() % 3),
                           {}};
    reduction::Goal goal{.height = {}, .items = {}, .processors = 1 + random() % 15};
    const bool each = random() % 2;
    if (!each) goal.items = 1 + random() % 300;
    if (!each && random() % 2) goal.processors.reset();
    if (goal.processors && random() % 2)
      for (std::int64_t i = 0; i < *goal.processors; ++i)
        model.operation_times.push_back(model.compute * (0.5 + static_cast<double>(random() % 8)));
    if (!model.operation_times.empty()) {
      // n_j = n mean(v) / v_j
      double mean = 0;
      for (const double time : model.operation_times)
        mean += 1 / time / static_cast<double>(model.operation_times.size());
      model.compute = 1 / mean;
    }
    const auto tree = written(tree_of(model, static_cast<TreeShape>(random() % 4), goal, each));
    BOOST_TEST(first_fault(tree) == "", tree.json.dump());
  });
  const reduction::Model model{1, 1, 2, {}};
  const auto plan = written(tree_of(model, TreeShape::optimal, {.height = {}, .items = 13, .processors = {}}, false));
  expect_each_number_bound(plan, {"/processors", "/finish", "/compute", "/transfer"},
                           {"finish", "operations", "compute", "transfer", "first", "count"});
  expect_each_number_bound(plan, {"/compared"}, {""});
  auto tree = tree_of(model, TreeShape::optimal, {.height = {}, .items = 13, .processors = {}}, false);
  tree.elements = 10;
  tree.bytes = {80, 80 * (std::ssize(tree.processors) - 1)};  // a vector from all but the root
  expect_each_number_bound(written(tree), {"/predicted/bytes"}, {"largest", "sum"});
  auto changed = plan;
  changed.json["links"] = Json::array();
  BOOST_TEST(first_fault(changed) == "/links: differ from the parents of the processors");
  changed.json.erase("links");
  changed.json.erase("compared");
  changed.json.erase("finish");
  for (auto& node : changed.json["processors"])
    for (const char* key : {"finish", "operations"}) node.erase(key);
  BOOST_TEST(first_fault(changed) == "");
}

BOOST_AUTO_TEST_CASE(searches_have_the_seconds_of_their_methods) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    search::PlanRequest request;
    request.cluster = test::cluster_of(random_speeds(random));
    request.examples = std::ssize(request.cluster) + random() % 5000;
    request.queries = 1 + random() % 3;
    request.times = {
        1e-6, random() % 2 ? 1e-8 : 0, random() % 2 ? 2e-6 : 0, random() % 2 ? 1e-5 : 0, 0, random() % 2 ? 1e-5 : 0,
        1e-7};
    request.pieces = 1 + random() % 6;
    if (request.cluster.size() > 1 && random() % 2) request.method = static_cast<SearchMethod>(random() % 3);
    BOOST_TEST(first_fault(written(search::plan(request))) == "", "seed " << seed);
  }
  search::PlanRequest request;
  request.cluster = test::cluster_of({1, 1, 2});
  request.examples = 10000;
  request.times = {1e-6, 0, 2e-6, 1e-5, 0, 1e-5, 1e-7};
  for (const auto method : {SearchMethod::equal_data, SearchMethod::asynchronous_data}) {
    request.method = method;
    const auto plan = written(search::plan(request));
    expect_each_number_bound(plan, {"/methods/0", "/methods/3", "/methods/5", "/joins"}, {"seconds"});
    auto changed = plan;
    changed.json["methods"][7]["seconds"] = 1e-4;  // stealing, of formulas of ours
    BOOST_TEST(
        first_fault(changed).starts_with("/methods/7/seconds: found 0.0001; the rest of the document gives at least"));
    expect_each_number_bound(plan, {"/placement"}, {"first", "count"});
  }
}

BOOST_AUTO_TEST_CASE(parts_in_proportion_have_the_counts_of_their_speeds) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::mt19937 random(seed);
    search::PlanRequest request;
    request.cluster = test::cluster_of(random_speeds(random));
    request.examples = std::ssize(request.cluster) + static_cast<std::int64_t>(random() % 5000);
    request.times.task_s = 1e-6;
    request.times.query_s = random() % 2 ? 1e-4 : 0;
    request.method = random() % 2 ? SearchMethod::proportional_data : SearchMethod::stealing;
    auto plan = written(search::plan(request));
    BOOST_TEST(first_fault(plan) == "", "seed " << seed);
    Json& placement = plan.json["placement"];
    if (placement.size() < 2 || placement[0]["count"] < 3) continue;
    placement[0]["count"] = placement[0]["count"].get<int>() - 3;
    placement[1]["first"] = placement[0]["count"];
    placement[1]["count"] = placement[1]["count"].get<int>() + 3;
    BOOST_TEST(first_fault(plan).starts_with("/placement/"), "seed " << seed);
  }
}

BOOST_AUTO_TEST_CASE(a_shape_finishes_when_its_trees_do) {
  const reduction::Model model{1, 2, 2, {}};
  for (const char* shape : {"binary", "binomial", "list"}) {
    const auto other =
        written(tree_of(model, named<TreeShape>(shape).value(), {.height = {}, .items = 20, .processors = 4}, false));
    BOOST_TEST(first_fault(other) == "");
    auto plan = written(tree_of(model, TreeShape::optimal, {.height = {}, .items = 20, .processors = 4}, false));
    plan.json["shape"] = shape;
    BOOST_TEST(first_fault(plan).starts_with("/shape: "));
  }
}

BOOST_AUTO_TEST_SUITE_END()
