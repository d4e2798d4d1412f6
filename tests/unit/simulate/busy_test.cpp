// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "simulate/pricing.hpp"

BOOST_AUTO_TEST_SUITE(cluster_busy)

using namespace uneven::simulate;

BOOST_AUTO_TEST_CASE(work_and_messages_add_up_over_the_share) {
  Platform platform{std::vector<Endpoint>(3), {}};
  Endpoint& slow = platform.endpoints[0];
  slow.share = 0.25;
  slow.send_overhead_s = 1;
  slow.sent_byte_s = 0.5;
  slow.message_s = 2;
  slow.byte_s = 0.125;
  slow.recv_overhead_s = 1000;
  platform.endpoints[1].message_s = 3;
  const auto busy = busy_seconds(
      {{{Step::Kind::compute, 10}, {Step::Kind::send, 6, 1}, {Step::Kind::receive, 8, 1}, {Step::Kind::compute, 20}},
       {{Step::Kind::receive, 6, 0}, {Step::Kind::send, 8, 0}},
       {}},
      platform);
  BOOST_TEST(busy == (std::vector<double>{(10 + 1 + 3 + 2 + 1 + 20) / 0.25, 3, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_first_message_after_work_takes_longer) {
  Platform platform{std::vector<Endpoint>(1), {}};
  platform.endpoints[0].send_overhead_s = 1;
  platform.endpoints[0].after_work_s = 16;
  const Step work{Step::Kind::compute, 32}, addition{Step::Kind::compute, 8}, send{Step::Kind::send, 0, 0};
  BOOST_TEST(busy_seconds({{send, work, send, addition, send, work, work, send}}, platform)[0] ==
             3 * 32 + 8 + 4 + 2 * 16);
}

BOOST_AUTO_TEST_SUITE_END()
