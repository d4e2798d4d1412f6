// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "simulate/pricing.hpp"

BOOST_AUTO_TEST_SUITE(platform)

using namespace uneven;
using namespace uneven::simulate;

namespace {

constexpr auto at_one_moment = Messages::at_one_moment, between_work = Messages::between_work;

document::Speeds two_processors() {
  document::Speeds speeds;
  speeds.network = document::NetworkSpeeds{1e-5, 8e-9, 0, 2e-6, 3e-5, 1e5, 1e-9};
  speeds.processors.resize(2);
  auto& limited = speeds.processors[1];
  limited.message_s = 4e-5;
  limited.byte_s = 8e-9;
  limited.cpu_share = 0.25;
  limited.cpu_burst_s = 1e-3;
  return speeds;
}

}  // namespace

BOOST_AUTO_TEST_CASE(time_in_the_long_run_is_cpu_time_over_the_share) {
  const auto found = platform_of(two_processors(), between_work).endpoints;
  BOOST_TEST(found[0].message_s == 2e-6);
  BOOST_TEST(found[0].byte_s == 0);
  BOOST_TEST(found[0].share == 1);
  BOOST_TEST(std::isinf(found[0].burst_s));
  BOOST_TEST(found[1].message_s == 1e-5);
  BOOST_TEST(found[1].byte_s == 2e-9);
  BOOST_TEST(found[1].sent_byte_s == 2e-9);
  BOOST_TEST(found[1].burst_s == 1e-3);
}

BOOST_AUTO_TEST_CASE(a_share_binds_without_a_burst_too) {
  auto speeds = two_processors();
  speeds.processors[1].cpu_burst_s.reset();
  BOOST_TEST(platform_of(speeds, at_one_moment).endpoints[1].burst_s == 0);
}

BOOST_AUTO_TEST_CASE(the_first_message_after_work_takes_as_much_longer_as_pairs_did) {
  auto speeds = two_processors();
  speeds.processors[1].send_overhead_s = 2e-5;
  speeds.processors[1].recv_overhead_s = 1e-5;
  speeds.processors[1].cold_message_s = 1.2e-4;
  const auto close = boost::test_tools::tolerance(1e-12);
  const Endpoint beside = platform_of(speeds, between_work).endpoints[1];
  BOOST_TEST(beside.after_work_s == 2 * (3e-5 - 1e-5), close);
  BOOST_TEST(beside.send_overhead_s == 0.5e-5, close);
  BOOST_TEST(beside.message_s == 1.5e-5, close);
  BOOST_TEST(beside.recv_overhead_s == 0.25e-5, close);
  BOOST_TEST(platform_of(speeds, at_one_moment).endpoints[1].after_work_s == 0);
  speeds.processors[1].cold_message_s = 3e-5;
  BOOST_TEST(platform_of(speeds, between_work).endpoints[1].after_work_s == 0);
}

BOOST_AUTO_TEST_CASE(what_was_not_measured_costs_as_much_as_what_was) {
  auto speeds = two_processors();
  BOOST_TEST(platform_of(speeds, at_one_moment).endpoints[1].byte_s == 2e-9);
  BOOST_TEST(platform_of(speeds, at_one_moment).endpoints[1].recv_overhead_s == 1e-5);
  BOOST_TEST(platform_of(speeds, at_one_moment).endpoints[1].burst_byte_s == 2e-9);
  speeds.processors[1].waited_byte_s = 4e-9;
  speeds.processors[1].burst_byte_s = 2e-9;
  speeds.processors[1].recv_overhead_s = 1e-5;
  BOOST_TEST(platform_of(speeds, at_one_moment).endpoints[1].byte_s == 1e-9);
  BOOST_TEST(platform_of(speeds, at_one_moment).endpoints[1].burst_byte_s == 0);
  BOOST_TEST(platform_of(speeds, at_one_moment).endpoints[1].recv_overhead_s == 2.5e-6);
}

BOOST_AUTO_TEST_CASE(bytes_that_are_not_waited_for_cost_what_they_cost_beside_work) {
  auto speeds = two_processors();
  BOOST_TEST(!platform_of(speeds, between_work).endpoints[1].arrived_byte_s);
  speeds.processors[1].waited_byte_s = 1.6e-8;
  speeds.processors[1].sent_byte_s = 4e-9;
  const Endpoint endpoint = platform_of(speeds, between_work).endpoints[1];
  BOOST_TEST(endpoint.byte_s == 7e-9, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(*endpoint.arrived_byte_s == 3e-9, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(!platform_of(speeds, at_one_moment).endpoints[1].arrived_byte_s);
}

BOOST_AUTO_TEST_CASE(what_is_sent_and_what_is_received_cost_their_mean) {
  auto speeds = two_processors();
  BOOST_TEST(platform_of(speeds, at_one_moment).endpoints[1].send_overhead_s == 1e-5);
  speeds.processors[1].send_overhead_s = 2e-5;
  BOOST_TEST(platform_of(speeds, at_one_moment).endpoints[1].send_overhead_s == 0.5e-5);
  BOOST_TEST(platform_of(speeds, at_one_moment).endpoints[1].message_s == 1.5e-5, boost::test_tools::tolerance(1e-12));
  speeds.processors[1].burst_byte_s = 3e-9;
  speeds.processors[1].waited_byte_s = 4e-9;
  speeds.processors[1].sent_byte_s = 1e-9;
  const Endpoint endpoint = platform_of(speeds, at_one_moment).endpoints[1];
  BOOST_TEST(endpoint.sent_byte_s == 0.25e-9);
  BOOST_TEST(endpoint.byte_s == 1.75e-9, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(endpoint.burst_byte_s == 1.25e-9, boost::test_tools::tolerance(1e-12));
  speeds.processors[1].sent_byte_s = 1e-8;
  BOOST_TEST(platform_of(speeds, at_one_moment).endpoints[1].byte_s == 0);
}

BOOST_AUTO_TEST_CASE(the_latency_of_the_network_is_without_the_ends) {
  auto speeds = two_processors();
  const Network network = platform_of(speeds, at_one_moment).network;
  BOOST_TEST(network.latency_s == 6e-6, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(network.gap_s_per_byte == 8e-9);
  BOOST_TEST(network.wakeup_s == 3e-5);
  BOOST_TEST(network.bucket_bytes == 1e5);
  BOOST_TEST(network.burst_gap_s_per_byte == 1e-9);
  speeds.network = document::NetworkSpeeds{1e-6, 0, 0, 2e-6};
  BOOST_TEST(platform_of(speeds, at_one_moment).network.latency_s == 0);
}

BOOST_AUTO_TEST_CASE(in_the_long_run_nobody_wakes_up) {
  auto speeds = two_processors();
  speeds.shared_cores.push_back({1, {0, 1}});
  const auto platform = platform_of(speeds, between_work);
  BOOST_TEST(platform.shared_cores.size() == 1u);
  BOOST_TEST(platform.cost_spread == 0);
  BOOST_TEST(platform.network.wakeup_s == 0);
}

BOOST_AUTO_TEST_CASE(who_wait_for_each_other_share_disturbances) {
  auto speeds = two_processors();
  speeds.processors[1].relative_error = 0.02;
  speeds.processors[1].repeats = 25;
  const auto platform = unsteady_platform_of(speeds);
  BOOST_TEST(platform.network.wakeup_s == 0);
  BOOST_TEST(platform.endpoints[0].spread == 0);
  BOOST_TEST(platform.endpoints[1].spread == 0.05, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(cores_are_shared_as_measured) {
  auto speeds = two_processors();
  BOOST_TEST(platform_of(speeds, at_one_moment).shared_cores.empty());
  BOOST_TEST(platform_of(speeds, at_one_moment).cost_spread == 0);
  speeds.shared_cores.push_back({1, {0, 1}});
  BOOST_TEST(platform_of(speeds, at_one_moment).cost_spread > 0);
  const auto shared = platform_of(speeds, at_one_moment).shared_cores;
  BOOST_TEST(shared.size() == 1u);
  BOOST_TEST(shared[0].cores == 1);
  BOOST_TEST(shared[0].processors == (std::vector<std::int64_t>{0, 1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
