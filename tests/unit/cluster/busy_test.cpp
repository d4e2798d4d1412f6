#include "cluster/busy.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(cluster_busy)

using namespace uneven::cluster;

BOOST_AUTO_TEST_CASE(work_and_messages_add_up_over_the_share) {
  Platform platform{std::vector<Endpoint>(3), {}};
  Endpoint& slow = platform.endpoints[0];
  slow.share = 0.25;
  slow.sent_s = 1;
  slow.sent_byte_s = 0.5;
  slow.message_s = 2;
  slow.byte_s = 0.125;
  slow.arrived_s = 1000;
  platform.endpoints[1].message_s = 3;
  const auto busy = busy_seconds(
      {{{Step::Kind::compute, 10}, {Step::Kind::send, 6, 1}, {Step::Kind::receive, 8, 1}, {Step::Kind::compute, 20}},
       {{Step::Kind::receive, 6, 0}, {Step::Kind::send, 8, 0}},
       {}},
      platform);
  BOOST_TEST(busy == (std::vector<double>{(10 + 1 + 3 + 2 + 1 + 20) / 0.25, 3, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
