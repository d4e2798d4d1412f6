// SPDX-License-Identifier: MIT
// Struct -> text -> struct -> the same text. The plans of hbsp, reduction trees and elements have tests of their own.
#include <boost/test/unit_test.hpp>

#include "document/document.hpp"
#include "document/job.hpp"
#include "document/partition.hpp"
#include "document/search.hpp"
#include "document/speeds.hpp"
#include "fault_cases.hpp"

BOOST_AUTO_TEST_SUITE(round_trip)

using namespace uneven::document;

namespace {

/// Writes, reads and writes `plan`; the document must be sound and hold no key that its schema does not know.
template <class Plan>
Plan there_and_back(const Plan& plan) {
  const std::string kind = Plan::kind;
  const std::string compact = written(plan, true);
  const Document read = parse(compact, "compact", {kind});
  BOOST_TEST(faults_of(read).empty());
  BOOST_TEST(unknown_keys(read.json, kind).empty());
  BOOST_TEST(written(read.as<Plan>(), true) == compact);
  const std::string lines = written(plan, false);
  BOOST_TEST(written(parse(lines, "lines", {kind}).as<Plan>(), false) == lines);
  return read.as<Plan>();
}

std::vector<Processor> cluster_of_two() {
  return {{"node1", "EPYC 9354", 2, 8.1e8, 0.25, 1e-3}, {std::nullopt, std::nullopt, 1, 0.1}};
}

}  // namespace

BOOST_AUTO_TEST_CASE(speeds) {
  Speeds speeds;
  speeds.kernel = "bp";
  speeds.kernel_options = {{"network", "203-80-26"}, {"input", "one-hot"}};
  speeds.unit = "hidden unit x sample";
  speeds.processors = {{0, "node1", "EPYC 9354", 2, 8.1e8, 0.012, 9, 1, {{4096, 7.7e8}, {8192.5, 8e8}}},
                       {1, std::nullopt, std::nullopt, 1, 1.0 / 3, std::nullopt, std::nullopt, std::nullopt, {}}};
  speeds.network = NetworkSpeeds{2.1e-5, 8e-9, 6e-5, 1.3e-6};
  speeds.operation_s_per_element = 1.1e-10;
  speeds.warnings = {"noisy"};
  const Speeds read = there_and_back(speeds);
  BOOST_TEST(*read.processors[0].host == "node1");
  BOOST_TEST(*read.processors[0].relative_error == 0.012);
  BOOST_TEST(*read.processors[0].repeats == 9);
  BOOST_TEST(*read.processors[0].outliers == 1);
  BOOST_TEST(read.processors[0].threads == 2);
  BOOST_TEST(read.processors[0].curve[1].units == 8192.5);
  BOOST_TEST(!read.processors[1].host);
  BOOST_TEST(read.processors[1].speed == 1.0 / 3);
  BOOST_TEST(read.network->latency_s == 2.1e-5);
  BOOST_TEST(read.network->gap_s_per_byte == 8e-9);
  BOOST_TEST(read.network->barrier_s == 6e-5);
  BOOST_TEST(read.network->message_s == 1.3e-6);
  BOOST_TEST(cluster_of(read)[0].speed == 8.1e8);

  Speeds plain;
  plain.processors = {{0, {}, {}, 1, 1, {}, {}, {}, {}}};
  BOOST_TEST(!there_and_back(plain).network);
}

BOOST_AUTO_TEST_CASE(a_curve_is_read_in_ascending_order) {
  const Speeds read = from_json<Speeds>(Json::parse(
      R"({"processors": [{"speed": 1, "curve": [{"units": 3, "speed": 30}, {"units": 2, "speed": 20}]}]})"));
  BOOST_TEST(read.processors[0].curve[0].speed == 20);
}

BOOST_AUTO_TEST_CASE(partition) {
  Partition plan;
  plan.network = {203, 80, 26};
  plan.samples = 10;
  plan.method = PartitionMethod::grid;
  plan.order = Order::free;
  plan.objective = Objective::seconds;
  plan.balance = Balance::time;
  plan.collective = Collective::ring;
  plan.trees = SumTrees{{1e-4, 0}, {0.25, 2e-5}};
  plan.small_group = 0.06;
  plan.columns = {{0.4, {1}, {0, 4}}, {0.6, {0}, {4, 6}}};
  plan.rectangles = {{0, 1, 0.4, 0.6, 0, 1, {4, 6}, {0, 80}}, {1, 0, 0, 0.4, 0, 1, {0, 4}, {0, 80}}};
  plan.groups = {{{0, 80}, {1, 0}}};
  plan.candidates = {{PartitionMethod::columns, 2, {1, 1}, Order::sorted, 0.1, Collective::tree, 2, 12.5, 11.5, 0.25},
                     {}};
  plan.candidates[1].method = PartitionMethod::equal;
  plan.candidates[1].order = Order::sorted;
  plan.candidates[1].collective = Collective::linear;
  plan.predicted = {12.5, 11.5, 0.004, 0.25};
  plan.left_out = {2};
  plan.cluster = cluster_of_two();
  plan.cluster.push_back({"node3", std::nullopt, 1, 1e-6});
  plan.cluster.back().sample_s = 1e-7;
  plan.cluster.back().pipelined_slowdown = 1.25;
  plan.cluster.back().tall_slowdown = 1.5;
  plan.kernel = "bp";
  plan.kernel_options = {{"input", "dense"}};
  plan.data = {{"name", "words.data"}, {"bytes", 12}};
  plan.made_by = {"plan-partition", "0.1.0", "--samples 10"};
  const Partition read = there_and_back(plan);
  BOOST_TEST(read.rectangles[0].width == 0.6);
  BOOST_TEST(read.rectangles[1].samples.count == 4);
  BOOST_TEST((read.groups == plan.groups));
  BOOST_TEST(read.trees->column.compute_s == 1e-4);
  BOOST_TEST(read.trees->column.transfer_s == 0);
  BOOST_TEST(read.trees->group.compute_s == 0.25);
  BOOST_TEST(read.trees->group.transfer_s == 2e-5);
  BOOST_TEST(read.candidates[0].sizes == plan.candidates[0].sizes);
  BOOST_TEST(*read.predicted.seconds == 0.25);
  BOOST_TEST(*read.cluster[0].cpu == "EPYC 9354");
  BOOST_TEST(*read.cluster[0].cpu_share == 0.25);
  BOOST_TEST(*read.cluster[0].cpu_burst_s == 1e-3);
  BOOST_TEST(!read.cluster[1].cpu_share);
  BOOST_TEST(*read.cluster[2].sample_s == 1e-7);
  BOOST_TEST(*read.cluster[2].pipelined_slowdown == 1.25);
  BOOST_TEST(*read.cluster[2].tall_slowdown == 1.5);
  BOOST_TEST(read.made_by.options == "--samples 10");
}

BOOST_AUTO_TEST_CASE(search) {
  Search plan;
  plan.examples = 100;
  plan.processors = 2;
  plan.method = SearchMethod::asynchronous_data;
  plan.unit = 7;
  plan.pieces = 3;
  plan.min_chunk = 2;
  plan.join = SearchJoin::tree;
  plan.times = {1e-6, 2e-6, 3e-6, 4e-6, 5e-6, 6e-6, 7e-6};
  plan.queries = 24;
  plan.methods = {{SearchMethod::asynchronous_data, 0.12}, {SearchMethod::equal_data, std::nullopt}};
  plan.joins = {{SearchJoin::tree, 0.1}};
  plan.placement = {{0, {0, 40}}, {1, {40, 60}}};
  plan.warnings = {"few examples"};
  plan.cluster = cluster_of_two();
  plan.idle = {plan.cluster[1]};
  plan.kernel = "search";
  plan.data = {{"name", "phrases.tsv"}, {"bytes", 12}};
  plan.made_by = {"plan-search", "0.1.0", "-n 100"};
  const Search read = there_and_back(plan);
  BOOST_TEST(*read.unit == 7);
  BOOST_TEST(read.queries == 24);
  BOOST_TEST(read.times.serial_s == 5e-6);
  BOOST_TEST(read.times.query_s == 6e-6);
  BOOST_TEST(read.times.answer_s == 7e-6);
  BOOST_TEST(!read.methods[1].seconds);
  BOOST_TEST((read.placement[1].examples == Range{40, 60}));

  plan.method = SearchMethod::synchronous_data;
  BOOST_TEST(faults(plan).empty());
  plan.processors = 1;
  plan.placement = {{0, {0, 100}}};
  plan.cluster.resize(1);
  BOOST_TEST(
      faults(plan).lines() == std::vector<std::string>{"/processors: found 1; synchronous-data needs at least 2"},
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(report) {
  Report report;
  report.of = "bp";
  report.processors = {{0, "node1", "EPYC", "avx2", "Zen", 1.5e9, 1.9, 0.3, 0.1}, {}};
  report.processors[1].rank = 1;
  report.kernel = "bp";
  report.kernel_options = {{"input", "dense"}};
  report.unit = "hidden unit x sample";
  report.iterations = 100;
  report.seconds_per_iteration = 0.023;
  report.predicted_seconds_per_iteration = 0.022;
  report.stopped = "signal";
  report.result = {{"accuracy", 0.9}, {"error", {1.5, 0.5}}};
  const Report read = there_and_back(report);
  BOOST_TEST(read.processors[0].instruction_set == "avx2");
  BOOST_TEST(read.processors[0].blas_core == "Zen");
  BOOST_TEST(read.processors[0].wait_s == 0.1);
  BOOST_TEST(*read.stopped == "signal");
  BOOST_TEST(read.result["error"][1] == 0.5);

  report.processors[1].rank = 2;
  BOOST_TEST(faults(report).lines() ==
                 std::vector<std::string>{"/processors/1/rank: found 2; expected 1, its place in the list"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(job) {
  const Job job{"bp",
                Json::parse(R"({"kind": "partition", "version": 1, "network": {"inputs": 2, "hidden": 3, "outputs": 1},
                  "samples": 5, "columns": [{"width": 1, "processors": [0], "samples": {"first": 0, "count": 5}}],
                  "rectangles": [{"processor": 0, "column": 0, "samples": {"first": 0, "count": 5},
                                  "hidden": {"first": 0, "count": 3}}]})"),
                {{"data", "words.data"}},
                {{"iterations", 3}}};
  const Job read = there_and_back(job);
  BOOST_TEST(read.plan == job.plan);
  BOOST_TEST(read.input == job.input);
  BOOST_TEST(read.options == job.options);
  there_and_back(Job{"measure", Json::object(), Json::object(), Json::object()});
}

BOOST_AUTO_TEST_SUITE_END()
