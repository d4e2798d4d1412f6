// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "base/error.hpp"
#include "replay_steps.hpp"
#include "simulate/replay.hpp"
#include "simulate/shared_host/cores.hpp"

BOOST_AUTO_TEST_SUITE(replay_of_steps_on_cores)

using namespace uneven::simulate;

/// A quarter of each 3 s.
Endpoint quarter() {
  Endpoint endpoint;
  endpoint.share = 0.25;
  endpoint.burst_s = 0.75;
  return endpoint;
}

BOOST_AUTO_TEST_CASE(a_quota_stops_a_processor_until_its_next_period) {
  check(run({{compute(0.5)}}, quarter())[0], 0.5);
  check(run({{compute(0.75)}}, quarter())[0], 0.75);
  check(run({{compute(1)}}, quarter())[0], 3 + 0.25);
  check(run({{compute(1.5)}}, quarter())[0], 3 + 0.75);
  check(run({{compute(100)}}, quarter())[0], 133 * 3 + 0.25);
  check(run({{compute(1), compute(1)}}, quarter())[0], 6 + 0.5);
  // What is left of a period is lost with it.
  const Endpoint free;
  const auto paused = [&](double pause) {
    return replay({{compute(0.5), receive(1, 0), compute(0.5)}, {compute(pause), send(0, 0)}},
                  {{quarter(), free}, {}})[0];
  };
  check(paused(1), 3 + 0.25);
  check(paused(4), 4.5);
  check(paused(5.75), 6 + 0.25);
}

BOOST_AUTO_TEST_CASE(without_a_burst_work_goes_on_at_the_rate_of_the_share) {
  Endpoint endpoint;
  endpoint.share = 0.25;
  endpoint.burst_s = 0;
  BOOST_TEST(run({{compute(1), compute(9)}}, endpoint)[0] == 40, boost::test_tools::tolerance(1e-5));
}

BOOST_AUTO_TEST_CASE(without_a_burst_shared_cores_are_taken_in_turn) {
  Endpoint endpoint;
  endpoint.share = 0.25;
  endpoint.burst_s = 0;
  const auto ends = replay({{compute(1)}, {compute(1)}}, {{endpoint, endpoint}, {}, {{1, {0, 1}}}});
  for (const double end : ends) BOOST_TEST(end == 4, boost::test_tools::tolerance(1e-3));
}

BOOST_AUTO_TEST_CASE(work_without_end_is_refused) {
  for (const double seconds : {std::numeric_limits<double>::infinity(), std::nan(""), 1e17})
    BOOST_CHECK_THROW(Core(0.5, 1e-3, 0).work(0, seconds), uneven::InputError);
}

BOOST_AUTO_TEST_CASE(without_a_rest_periods_do_not_begin_together) {
  const auto ends = replay({{compute(10)}, {compute(10)}}, {{quarter(), quarter()}, {}}, false);
  BOOST_TEST(ends[0] != ends[1]);
  for (const double end : ends) BOOST_TEST(std::abs(end - 10 / 0.25) <= 3);
}

BOOST_AUTO_TEST_CASE(processors_take_shared_cores_in_turn) {
  const Endpoint free;
  const Platform shared{{free, free, free}, {}, {{2, {0, 1, 2}}}};
  auto ends = replay({{compute(1)}, {compute(1)}, {compute(1)}}, shared);
  std::ranges::sort(ends);
  check(ends[0], 1);
  check(ends[1], 1);
  check(ends[2], 2);
  // A quota leaves the core to others once it is spent.
  ends = replay({{compute(10)}, {compute(1)}}, {{quarter(), free}, {}, {{1, {0, 1}}}});
  check(ends[1], 0.75 + 1);
}

BOOST_AUTO_TEST_CASE(after_work_in_turns_a_message_takes_longer) {
  Endpoint cold;
  cold.send_overhead_s = 0.125;
  cold.after_work_s = 0.5;
  const Platform shared{{cold, cold}, {}, {{1, {0, 1}}}};
  check(replay({{compute(0.5), send(1, 0)}, {receive(0, 0)}}, shared)[0], 0.5 + 0.5 + 0.125);
  check(replay({{compute(0.25), send(1, 0)}, {receive(0, 0)}}, shared)[0], 0.25 + 0.125);
}

BOOST_AUTO_TEST_CASE(where_processors_begin_on_shared_cores_is_drawn) {
  const Endpoint free;
  const Platform shared{{free, free}, {}, {{2, {0, 1}}}};
  bool together = false, apart = false;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const auto ends = replay({{compute(1)}, {compute(1)}}, shared, true, seed);
    (std::ranges::max(ends) == 1 ? apart : together) = true;
    BOOST_TEST(std::ranges::max(ends) <= 2);
  }
  BOOST_TEST(together);
  BOOST_TEST(apart);
}

BOOST_AUTO_TEST_CASE(who_wakes_up_finds_an_idle_core) {
  const Endpoint free;
  Endpoint receiver;
  receiver.message_s = 1;
  const Platform shared{{free, receiver, free}, {}, {{2, {0, 1}}}};
  for (unsigned seed = 0; seed < 20; ++seed)
    check(replay({{compute(10)}, {receive(2, 0)}, {compute(1), send(1, 0)}}, shared, false, seed)[1], 2);
}

BOOST_AUTO_TEST_CASE(a_quota_does_not_pay_for_waking_up) {
  Network sleepy;
  sleepy.wakeup_s = 0.5;
  check(replay({{compute(0.75), compute(0.25)}}, {{quarter()}, sleepy})[0], 3.25);
  check(replay({{compute(0.75)}}, {{quarter()}, sleepy})[0], 0.5 + 0.75);
}

/// One is known to be busy from 10 to 11 s with a message: another works before and after.
BOOST_AUTO_TEST_CASE(shared_cores_are_not_left_idle) {
  const Endpoint free;
  Endpoint receiver;
  receiver.message_s = 1;
  Network slow;
  slow.latency_s = 10;
  const Platform shared{{free, receiver, free}, slow, {{1, {0, 1, 2}}}};
  const auto ends = replay({{send(1, 0)}, {receive(0, 0)}, {compute(10.5)}}, shared);
  check(ends[1], 11);
  check(ends[2], 11.5);
}

BOOST_AUTO_TEST_CASE(alone_on_a_shared_core_a_quota_is_all_that_counts) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const auto some = [&](double most) { return most * rng() / std::mt19937::max(); };
      const double share = 0.05 + some(0.9), burst = 0.01 + some(1), phase = some(1);
      Core own(share, burst, phase), shared(share, burst, phase);
      Pool pool(2);
      std::size_t core = 0;
      for (int i = 0; i < 20; ++i) {
        const double start = own.free_at() + (i % 2 ? some(3) : 0), seconds = some(5);
        check(shared.work(start, seconds, pool, core), own.work(start, seconds));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(quotas_of_more_than_a_core_fill_it) {
  Endpoint most;
  most.share = 0.75;
  most.burst_s = 0.03;
  const Platform crowded{{most, most}, {}, {{1, {0, 1}}}};
  const auto ends = replay({{compute(10)}, {compute(10)}}, crowded, false);
  for (const double end : ends) BOOST_TEST(end == 20, boost::test_tools::tolerance(0.01));
}

BOOST_AUTO_TEST_CASE(who_wait_for_each_other_wait_for_the_more_disturbed) {
  Platform platform{std::vector<Endpoint>(2), {}};
  for (Endpoint& endpoint : platform.endpoints) endpoint.spread = 0.2;
  Steps alone(2), together(2);
  for (int i = 0; i < 50000; ++i)
    for (int p : {0, 1}) {
      alone[p].push_back(compute(0.01));
      together[p].insert(together[p].end(), {compute(0.01), send(1 - p, 0), receive(1 - p, 0)});
    }
  for (const double end : replay(alone, platform, false)) BOOST_TEST(end == 500, boost::test_tools::tolerance(0.03));
  // Of two speeds evenly spread about 1 the lower is 1 - deviation / sqrt(3) in the mean.
  for (const double end : replay(together, platform, false))
    BOOST_TEST(end == 500 / (1 - 0.2 / std::sqrt(3)), boost::test_tools::tolerance(0.03));
}

BOOST_AUTO_TEST_CASE(cpu_times_differ_within_their_spread) {
  Platform platform{std::vector<Endpoint>(2), network};
  platform.cost_spread = 0.25;
  double least = 1, most = 1;
  for (unsigned seed = 0; seed < 100; ++seed)
    for (const double end : replay({{compute(0.5), compute(0.5)}, {compute(1)}}, platform, true, seed)) {
      least = std::min(least, end);
      most = std::max(most, end);
    }
  BOOST_TEST((least >= 0.75 && least < 0.77));
  BOOST_TEST((most <= 1.25 && most > 1.23));
}

BOOST_AUTO_TEST_SUITE_END()
