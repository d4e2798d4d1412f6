// SPDX-License-Identifier: MIT
#include "partition/predict/time_model.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(time_model)

using namespace uneven;
using namespace uneven::partition;

namespace {

document::Speeds measured(std::size_t count) {
  document::Speeds speeds;
  speeds.kernel = "bp";
  speeds.kernel_options = {{"network", "3-6-2"}};
  speeds.processors.resize(count);
  speeds.network = document::NetworkSpeeds{};
  return speeds;
}

}  // namespace

// Two columns of samples 4 and 6; hidden units {2, 4} and {3, 3}, so groups of 2, 1 and 3 hidden units.
BOOST_AUTO_TEST_CASE(an_iteration_by_hand) {
  const Layout layout{{{0, 1}, {2, 3}}, {0.4, 0.6}, {{0, 0.3, 1}, {0, 0.5, 1}}};
  const WholeLayout whole{{{0, 4}, {4, 6}}, {{0, 2, 6}, {0, 3, 6}}};
  const Problem problem{{3, 6, 2}, 10, Collective::linear};
  document::Speeds speeds = measured(4);
  for (int i = 0; i < 4; ++i) speeds.processors[i].speed = i + 1;
  const auto estimate = [&] { return TimeModel(speeds, problem.network).of(layout, whole, problem); };
  BOOST_TEST(estimate().seconds == 8.0);  // 8/1, 16/2, 18/3, 18/4
  // A sum and its answer in each column; of each of three groups those of dV and dW, there and back.
  BOOST_TEST(estimate().messages == 2 * 2 + 3 * 2 * 2);

  speeds.network->gap_s_per_byte = 1;
  // Column 1: its sum, 2 * (2 outputs * 6 samples * 4 bytes) = 96, is waited for; before, of two chunks under way each
  // waits for work and sum: (6 + 96) / 2. Processor 1 has 4 hidden units, the most: 5 * 4 * 4 = 80 pass its link; a
  // mean group has 2 hidden units: 2 * (5 * 2 * 4).
  BOOST_TEST(estimate().seconds == 51.0 + 96 + 80 + 80);

  speeds.network = document::NetworkSpeeds{100, 0, 0, 0};
  BOOST_TEST(estimate().seconds == (200.0 + 8) / 2 + 200 + 200);
}

// Four ranks on two hosts, each a column: all bytes of the sums over groups pass the cards.
BOOST_AUTO_TEST_CASE(ranks_of_a_host_share_its_card) {
  const Layout layout{{{0, 1}, {2, 3}}, {0.5, 0.5}, {{0, 0.5, 1}, {0, 0.5, 1}}};
  const WholeLayout whole{{{0, 5}, {5, 5}}, {{0, 3, 6}, {0, 3, 6}}};
  const Problem problem{{3, 6, 2}, 10, Collective::linear};
  document::Speeds speeds = measured(4);
  for (std::size_t p = 0; p < 4; ++p) speeds.processors[p].host = p < 2 ? "a" : "b";
  speeds.network->gap_s_per_byte = 1;
  const auto seconds = [&] { return TimeModel(speeds, problem.network).of(layout, whole, problem).seconds; };
  const double apart = seconds();
  speeds.network->host_gap_s_per_byte = 1;
  BOOST_TEST(seconds() == apart + 5 * 3 * 4);  // two ranks' weights in place of one's
}

// The same plan with trees: the mean vectors are 5 samples x 2 outputs, and 2 of the 6 hidden units in 3 groups.
BOOST_AUTO_TEST_CASE(trees_by_hand) {
  const Layout layout{{{0, 1}, {2, 3}}, {0.4, 0.6}, {{0, 0.3, 1}, {0, 0.5, 1}}};
  const WholeLayout whole{{{0, 4}, {4, 6}}, {{0, 2, 6}, {0, 3, 6}}};
  const Problem problem{{3, 6, 2}, 10, Collective::tree};
  document::Speeds speeds = measured(4);
  for (int i = 0; i < 4; ++i) speeds.processors[i].speed = i + 1;
  speeds.network = document::NetworkSpeeds{100, 1, 0, 10};
  const auto trees = sum_trees(whole, problem, speeds);
  BOOST_TEST(trees.column.compute_s == 2 * 10 + 5 * 2 * 4);    // a message each way; the bytes down
  BOOST_TEST(trees.column.transfer_s == 2 * 100 + 5 * 2 * 4);  // a latency each way; the bytes up
  BOOST_TEST(trees.group.compute_s == 2 * 10 + 5 * 2 * 4);
  // Two members: one message up, one down, 2 (110 + 6 samples x 2 x 4 bytes) in column 1; processor 1 has two groups of
  // two sums each, and is as long busy with their 8 messages as its link with 4 x 5 x 4 bytes.
  BOOST_TEST(TimeModel(speeds, problem.network).of(layout, whole, problem).seconds ==
             (316.0 + 6) / 2 + 316 + 80 + 2 * (110 + 40));
}

BOOST_AUTO_TEST_CASE(speeds_that_do_not_fit) {
  const document::Perceptron network{3, 6, 2};
  document::Speeds speeds = measured(1);
  BOOST_TEST(!why_no_seconds(speeds, network));
  BOOST_TEST(!other_kernel(speeds, network));
  speeds.kernel_options["input"] = "dense";
  BOOST_TEST(!why_no_seconds(speeds, network, "dense"));
  BOOST_TEST(why_no_seconds(speeds, network, "one-hot").value().find("--input one-hot") != std::string::npos);
  BOOST_TEST(why_no_seconds(speeds, {4, 6, 2}).value().find("3-6-2") != std::string::npos);
  BOOST_TEST(!why_no_seconds(speeds, {3, 7, 2}));  // only inputs and outputs change what a cell takes
  BOOST_TEST(other_kernel(speeds, {3, 6, 3}).has_value());
  speeds.kernel = "matmul";
  BOOST_TEST(why_no_seconds(speeds, network).value().find("matmul") != std::string::npos);
  BOOST_TEST(other_kernel(speeds, network).has_value());
  speeds.kernel = "";
  speeds.kernel_options = document::Json::object();
  BOOST_TEST(why_no_seconds(speeds, network).has_value());
  BOOST_TEST(!other_kernel(speeds, network));
  speeds = measured(1);
  speeds.network.reset();
  BOOST_TEST(why_no_seconds(speeds, network).value().find("`network`") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
