#include "partition/time_model.hpp"

#include <boost/test/unit_test.hpp>

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

BOOST_AUTO_TEST_SUITE(time_model)

BOOST_AUTO_TEST_CASE(collectives_by_hand) {
  // Latency 1, 0.01 per byte, 0.1 per message; an addition takes 0.001 per byte.
  const document::NetworkSpeeds network{1, 0.01, 0, 0.1};
  const auto seconds = [](const AllReduce& all_reduce, double bytes) {
    return all_reduce.start_s + bytes * all_reduce.byte_s;
  };
  const auto near = boost::test_tools::tolerance(1e-12);
  // Four others send 100 bytes to the first, which adds each and answers each.
  BOOST_TEST(seconds(linear_all_reduce(5, network, 0.001), 100) == 1 + 4 * (0.1 + 1 + 0.1) + 1 + 4 * (0.1 + 1), near);
  // Three rounds up with additions, three down.
  BOOST_TEST(seconds(tree_all_reduce(5, network, 0.001), 100) == 3 * (1.1 + 1 + 0.1) + 3 * (1.1 + 1), near);
  // Four steps of 20 bytes with additions, four without.
  BOOST_TEST(seconds(ring_all_reduce(5, network, 0.001), 100) == 4 * (1.1 + 0.2 + 0.02) + 4 * (1.1 + 0.2), near);
  for (const auto all_reduce : {linear_all_reduce, tree_all_reduce, ring_all_reduce}) {
    BOOST_TEST(seconds(all_reduce(1, network, 0.001), 100) == 0);
  }
}

BOOST_AUTO_TEST_CASE(speed_between_the_points_of_a_curve) {
  document::MeasuredProcessor processor;
  processor.speed = 7;
  BOOST_TEST(speed_at(processor, 50) == 7);
  processor.curve = {{10, 1}, {1000, 3}, {2000, 5}};
  BOOST_TEST(speed_at(processor, 1) == 1);
  BOOST_TEST(speed_at(processor, 10) == 1);
  BOOST_TEST(speed_at(processor, 100) == 2, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(speed_at(processor, 1000) == 3);
  BOOST_TEST(speed_at(processor, 9999) == 5);
}

// Two columns of samples 4 and 6; hidden units {2, 4} and {3, 3}, so groups of 2, 1 and 3 hidden units.
BOOST_AUTO_TEST_CASE(an_iteration_by_hand) {
  const Layout layout{{{0, 1}, {2, 3}}, {0.4, 0.6}, {{0, 0.3, 1}, {0, 0.5, 1}}};
  const WholeLayout whole{{{0, 4}, {4, 6}}, {{0, 2, 6}, {0, 3, 6}}};
  const Problem problem{{3, 6, 2}, 10, Collective::linear};
  document::Speeds speeds = measured(4);
  for (int i = 0; i < 4; ++i) speeds.processors[i].speed = i + 1;
  BOOST_TEST(seconds_per_iteration(layout, whole, problem, speeds) == 8.0);  // 8/1, 16/2, 18/3, 18/4

  speeds.network->gap_s_per_byte = 1;
  // Column 0: 8 + 2 * (2 * 4 samples * 4 bytes) = 72; column 1: 6 + 2 * (2 * 6 * 4) = 102. Processor 1 has 4 hidden
  // units, the most: 2 * (5 * 4 * 4) = 160.
  BOOST_TEST(seconds_per_iteration(layout, whole, problem, speeds) == 102.0 + 160.0);

  speeds.network = document::NetworkSpeeds{100, 0, 0, 0};
  // Two latencies in a column, and two for each group: processors 1 and 2 have two.
  BOOST_TEST(seconds_per_iteration(layout, whole, problem, speeds) == 8.0 + 200 + 400);
}

BOOST_AUTO_TEST_CASE(speeds_that_do_not_fit) {
  const document::Perceptron network{3, 6, 2};
  document::Speeds speeds = measured(1);
  BOOST_TEST(!why_no_seconds(speeds, network));
  BOOST_TEST(!other_kernel(speeds, network));
  BOOST_TEST(why_no_seconds(speeds, {3, 7, 2}).value().find("3-6-2") != std::string::npos);
  BOOST_TEST(other_kernel(speeds, {3, 7, 2}).has_value());
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
