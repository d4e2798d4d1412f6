// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "replay_steps.hpp"
#include "simulate/pricing.hpp"

BOOST_AUTO_TEST_SUITE(cluster_replay_iterations)

using namespace uneven::simulate;

namespace {

const auto close = boost::test_tools::tolerance(1e-9);

/// So many times.
Steps repeated(const Steps& iteration, int times) {
  Steps steps(iteration.size());
  for (std::size_t p = 0; p < steps.size(); ++p)
    for (int i = 0; i < times; ++i) steps[p].insert(steps[p].end(), iteration[p].begin(), iteration[p].end());
  return steps;
}

double seconds_of(const Steps& iteration, const Endpoint& endpoint) {
  return replayed_seconds_per_iteration([&](int iterations) { return repeated(iteration, iterations); },
                                        {std::vector<Endpoint>(iteration.size(), endpoint), {}});
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
