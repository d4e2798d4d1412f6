// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "replay_steps.hpp"
#include "simulate/pricing.hpp"

BOOST_AUTO_TEST_SUITE(cluster_replay_iterations)

using namespace uneven::simulate;

namespace {

const auto close = boost::test_tools::tolerance(1e-9);

double seconds_of(const Steps& iteration, const Endpoint& endpoint) {
  std::vector<Priced> priced;
  for (const auto& steps : iteration) priced.push_back({steps, steps, {}});
  return replayed_seconds_per_iteration(priced, {std::vector<Endpoint>(iteration.size(), endpoint), {}});
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_quota_that_lasts_for_longer_than_the_replay_counts_for_messages_too) {
  Endpoint endpoint;
  endpoint.send_overhead_s = 5e-5, endpoint.message_s = 7e-5, endpoint.recv_overhead_s = 3e-5;
  endpoint.share = 0.5, endpoint.burst_s = 0.1;
  const Steps iteration{{compute(4e-5), send(1, 0), receive(1, 0)}, {compute(4e-5), send(0, 0), receive(0, 0)}};
  BOOST_TEST(seconds_of(iteration, endpoint) == (4e-5 + 5e-5 + 3e-5) / 0.5, close);
}

BOOST_AUTO_TEST_CASE(who_waits_for_ever_is_never_done) {
  const Steps iteration{{receive(1, 0), send(1, 0)}, {receive(0, 0), send(0, 0)}};
  BOOST_TEST(seconds_of(iteration, {}) == std::numeric_limits<double>::infinity());
}

BOOST_AUTO_TEST_SUITE_END()
