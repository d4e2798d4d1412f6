#include "cluster/endpoints.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

using namespace uneven;
using namespace uneven::cluster;

BOOST_AUTO_TEST_SUITE(endpoints)

BOOST_AUTO_TEST_CASE(time_in_the_long_run_is_cpu_time_over_the_share) {
  document::Speeds speeds;
  speeds.network = document::NetworkSpeeds{1e-5, 8e-9, 0, 2e-6};
  speeds.processors.resize(2);
  speeds.processors[1].message_s = 4e-5;
  speeds.processors[1].byte_s = 8e-9;
  speeds.processors[1].cpu_share = 0.25;
  speeds.processors[1].cpu_burst_s = 1e-3;
  const auto found = endpoints_of(speeds);
  BOOST_TEST(found[0].message_s == 2e-6);
  BOOST_TEST(found[0].byte_s == 0);
  BOOST_TEST(found[0].share == 1);
  BOOST_TEST(std::isinf(found[0].burst_s));
  BOOST_TEST(found[1].message_s == 1e-5);
  BOOST_TEST(found[1].byte_s == 2e-9);
  BOOST_TEST(found[1].burst_s == 1e-3);
}

BOOST_AUTO_TEST_CASE(the_latency_of_the_network_is_without_the_ends) {
  const Network network = network_of({1e-5, 8e-9, 0, 2e-6, 3e-5, 1e5, 1e-9});
  BOOST_TEST(network.latency_s == 6e-6, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(network.gap_s_per_byte == 8e-9);
  BOOST_TEST(network.wake_s == 3e-5);
  BOOST_TEST(network.burst_bytes == 1e5);
  BOOST_TEST(network.burst_gap_s_per_byte == 1e-9);
  BOOST_TEST(network_of({1e-6, 0, 0, 2e-6}).latency_s == 0);
}

BOOST_AUTO_TEST_SUITE_END()
