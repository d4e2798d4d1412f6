// SPDX-License-Identifier: MIT
#include "simulate/replay.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "replay_steps.hpp"

BOOST_AUTO_TEST_SUITE(replay_of_steps)

using namespace uneven::simulate;

namespace {

Step in_operation(int operation, Step step) {
  step.operation = operation;
  return step;
}

Step finish(int operation) { return {Step::Kind::finish, 0, -1, 0, operation}; }

}  // namespace

BOOST_AUTO_TEST_CASE(a_message_takes_latency_bytes_and_the_work_of_both_ends) {
  Endpoint busy;
  busy.send_overhead_s = 0.125;
  busy.message_s = 0.25;
  const auto ends = run({{compute(1), send(1, 1000)}, {receive(0, 1000)}}, busy);
  check(ends[0], 1.125);
  check(ends[1], 1 + 0.125 + 1e-3 + 1e-3 + 0.25);
}

BOOST_AUTO_TEST_CASE(a_link_carries_one_message_after_the_other) {
  // Two senders meet at the receiver's link.
  check(run({{receive(1, 1e4), receive(2, 1e4)}, {send(0, 1e4)}, {send(0, 1e4)}})[0], 1e-3 + 2e-2);
  const auto ends = run({{send(1, 1e4), send(1, 1e4)}, {receive(0, 1e4), receive(0, 1e4)}});
  check(ends[1], 1e-3 + 2e-2);
}

BOOST_AUTO_TEST_CASE(a_sender_shares_its_link_among_its_receivers) {
  // The longer message has the link for itself once the shorter one has passed.
  const auto ends = run({{send(1, 1e4), send(2, 3e4)}, {receive(0, 1e4)}, {receive(0, 3e4)}});
  check(ends[1], 1e-3 + 2e-2);
  check(ends[2], 1e-3 + 4e-2);
  // A message that comes later slows the first one from then on.
  const auto later = run({{send(1, 2e4), compute(1e-2), send(2, 1e4)}, {receive(0, 2e4)}, {receive(0, 1e4)}});
  check(later[1], 1e-3 + 3e-2);
  check(later[2], 1e-3 + 3e-2);
}

BOOST_AUTO_TEST_CASE(in_operations_senders_share_the_link_of_a_receiver) {
  // The first message of each passes at half the rate.
  const auto waits_for = [](int from, int operation) {
    return run({{receive(from, 1e4), compute(1)},
                {in_operation(operation, send(0, 1e4)), in_operation(operation, send(0, 1e4)), finish(operation)},
                {in_operation(operation, send(0, 1e4)), in_operation(operation, send(0, 1e4)), finish(operation)}})[0];
  };
  check(waits_for(1, 1), 1 + 1e-3 + 2e-2);
  check(waits_for(2, 1), 1 + 1e-3 + 2e-2);
}

// All bytes have passed after 21 ms, whoever is waited for first.
BOOST_AUTO_TEST_CASE(a_receivers_link_is_shared_by_its_senders) {
  const auto all = [](double first) {
    return run({{receive(static_cast<int>(first), 1e4), receive(3, 1e3)},
                {send(0, 1e4)},
                {send(0, 1e4)},
                {compute(5e-3), send(0, 1e3)}})[0];
  };
  check(all(1), 1e-3 + 2.1e-2);
  check(all(2), 1e-3 + 2.1e-2);
  // A pair's messages pass one after the other: the short one of 1 waits for its long one, that of 2 does not.
  const Steps steps{{receive(2, 1e3)}, {send(0, 1e4), send(0, 1e3)}, {send(0, 1e3)}};
  check(run(steps)[0], 1e-3 + 2e-3);
}

BOOST_AUTO_TEST_CASE(of_several_lanes_that_goes_on_whose_message_is_there) {
  const auto waits_first_for = [&](int first) {
    const int other = 3 - first;
    return run({{in_operation(1, receive(first, 0)), in_operation(1, compute(2)), in_operation(2, receive(other, 0)),
                 in_operation(2, compute(4)), in_operation(2, send(3, 0)), finish(1), finish(2), compute(8)},
                {compute(1), send(0, 0)},
                {compute(10), send(0, 0)},
                {receive(0, 0)}});
  };
  // 1 has sent after 1 s, and its operation is done before 2 has sent, after 10 s.
  check(waits_first_for(1)[0], 10 + 1e-3 + 4 + 8);
  check(waits_first_for(1)[3], 10 + 1e-3 + 4 + 1e-3);
  check(waits_first_for(2)[0], 10 + 1e-3 + 2 + 8);
  check(waits_first_for(2)[3], 1 + 1e-3 + 4 + 1e-3);
  // Both in one operation are taken in its order.
  check(run({{in_operation(1, receive(2, 0)), in_operation(1, receive(1, 0)), in_operation(1, compute(4)), finish(1)},
             {compute(1), send(0, 0)},
             {compute(10), send(0, 0)}})[0],
        10 + 1e-3 + 4);
}

BOOST_AUTO_TEST_CASE(operations_go_on_between_steps_and_while_the_processor_waits) {
  // What comes after 1 s is joined after 2 s, between two pieces of work; what comes after 5 s, in the wait.
  const Steps steps{{in_operation(1, receive(1, 0)), in_operation(1, compute(0.5)), in_operation(1, send(2, 0)),
                     in_operation(2, receive(2, 0)), in_operation(2, compute(0.25)), compute(2), compute(1),
                     receive(3, 0), finish(2), finish(1)},
                    {compute(1), send(0, 0)},
                    {compute(5), send(0, 0), receive(0, 0)},
                    {compute(7), send(0, 0)}};
  const auto ends = run(steps);
  check(ends[0], 7 + 1e-3);
  check(ends[2], 5);
  const auto alone = run({steps[0], steps[1], {receive(0, 0), compute(1), send(0, 0)}, steps[3]});
  check(alone[2], 2 + 0.5 + 1e-3 + 1);  // between the first piece of work and the second
}

BOOST_AUTO_TEST_CASE(inside_a_host_messages_pass_no_card_and_between_hosts_one_for_all) {
  Platform platform{std::vector<Endpoint>(4), network};
  platform.hosts = Hosts{{0, 0, 1, 1}, platform.endpoints, 1e-4, 1e-7, 5e-7};
  platform.hosts->endpoints[0].send_overhead_s = 0.5;
  const auto inside = replay({{send(1, 1e4)}, {receive(0, 1e4)}, {}, {}}, platform);
  check(inside[1], 0.5 + 1e-4 + 1e-3);
  // Each rank's link passes 1e4 bytes in 10 ms, the card both in 10 ms: the second begins after the first.
  const auto two = replay({{send(2, 1e4)}, {send(3, 1e4)}, {receive(0, 1e4)}, {receive(1, 1e4)}}, platform);
  check(two[2], 1e-3 + 1e-2);
  check(two[3], 5e-3 + 1e-3 + 1e-2);
}

BOOST_AUTO_TEST_CASE(short_messages_travel_while_the_receiver_computes_and_long_ones_wait_for_it) {
  check(run({{send(1, eager_bytes)}, {compute(1), receive(0, eager_bytes)}})[1], 1);
  constexpr double bytes = 2 * eager_bytes;
  check(run({{send(1, bytes)}, {compute(1), receive(0, bytes)}})[1], 1 + 2e-3 + 1e-3 + bytes * 1e-6);
  check(run({{compute(1), send(1, bytes)}, {receive(0, bytes)}})[1], 1 + 2e-3 + 1e-3 + bytes * 1e-6);
}

BOOST_AUTO_TEST_CASE(bytes_are_copied_while_they_arrive_unless_the_receiver_is_late) {
  Endpoint copies;
  copies.byte_s = 0.5e-6;
  check(run({{send(1, 1e4)}, {receive(0, 1e4)}}, copies)[1], 1e-3 + 1e-2);
  check(run({{send(1, 1e4)}, {compute(1), receive(0, 1e4)}}, copies)[1], 1 + 5e-3);
}

BOOST_AUTO_TEST_CASE(bytes_that_have_come_already_may_cost_less_than_those_waited_for) {
  Endpoint copies;
  copies.byte_s = 2e-6;
  copies.arrived_byte_s = 0.5e-6;
  check(run({{send(1, 1e4)}, {receive(0, 1e4)}}, copies)[1], 1e-3 + 2e-2);
  check(run({{send(1, 1e4)}, {compute(1), receive(0, 1e4)}}, copies)[1], 1 + 5e-3);
}

BOOST_AUTO_TEST_CASE(the_first_message_after_work_takes_longer) {
  Endpoint cold;
  cold.send_overhead_s = 0.125;
  cold.message_s = cold.recv_overhead_s = 0.25;
  cold.after_work_s = 0.5;
  // 1 sends after work and again, and takes what has come while it worked.
  const auto ends =
      run({{send(1, 0), receive(1, 0), receive(1, 0)}, {compute(2), send(0, 0), send(0, 0), compute(2), receive(0, 0)}},
          cold);
  check(ends[0], 2 + 0.5 + 0.125 + 1e-3 + 2 * 0.25);
  check(ends[1], 2 + 0.5 + 2 * 0.125 + 2 + 0.5 + 0.25);
}

BOOST_AUTO_TEST_CASE(short_work_keeps_what_messages_need) {
  Endpoint cold;
  cold.send_overhead_s = 0.125;
  cold.after_work_s = 0.5;
  check(run({{compute(0.25), send(1, 0)}, {receive(0, 0)}}, cold)[0], 0.25 + 0.125);
  check(run({{compute(0.5), send(1, 0)}, {receive(0, 0)}}, cold)[0], 0.5 + 0.5 + 0.125);
  // Work in two pieces is as long as in one, but each message brings the caches back.
  check(run({{compute(0.25), compute(0.25), send(1, 0)}, {receive(0, 0)}}, cold)[0], 0.5 + 0.5 + 0.125);
  check(run({{compute(0.25), send(1, 0), compute(0.25), send(1, 0)}, {receive(0, 0), receive(0, 0)}}, cold)[0],
        0.5 + 2 * 0.125);
}

BOOST_AUTO_TEST_CASE(a_link_that_has_rested_passes_a_burst) {
  // Four times as fast until 3000 bytes more have passed than the long-run rate allows: 4000 in 1 ms.
  const Network bursts{0, 1e-6, 3000, 0.25e-6, 0};
  const Endpoint free;
  const auto end = [&](double bytes) {
    return replay({{send(1, bytes)}, {receive(0, bytes)}}, {{free, free}, bursts})[1];
  };
  check(end(2000), 0.5e-3);
  check(end(4000), 1e-3);
  check(end(14000), 1e-3 + 1e-2);
}

BOOST_AUTO_TEST_CASE(bytes_that_come_in_a_burst_cost_what_they_cost_together) {
  const Network bursts{0, 1e-6, 3000, 0.25e-6, 0};
  Endpoint endpoint;
  endpoint.sent_byte_s = 1e-4;
  endpoint.byte_s = 2e-4;
  endpoint.burst_byte_s = 1e-5;
  const auto ends = [&](double bytes) {
    return replay({{send(1, bytes)}, {receive(0, bytes)}}, {{endpoint, endpoint}, bursts});
  };
  check(ends(4000)[0], 4000 * 1e-4);
  check(ends(4000)[1], 4000 * 1e-4);  // the last have come when they have left
  check(ends(5000)[0], 5000 * 1e-4);
  check(ends(5000)[1], 5000 * 2e-4);
}

BOOST_AUTO_TEST_CASE(who_has_slept_wakes_up_first) {
  Network sleepy;
  sleepy.wakeup_s = 0.5;
  Endpoint endpoint;
  endpoint.send_overhead_s = endpoint.message_s = 0.25;
  endpoint.recv_overhead_s = 0.125;
  const auto end = [&](double wait, bool rested) {
    return replay({{compute(wait), send(1, 0)}, {receive(0, 0)}}, {{endpoint, endpoint}, sleepy}, rested)[1];
  };
  check(end(2, false), 2 + 0.25 + 0.5 + 0.25);
  check(end(2, true), 0.5 + 2 + 0.25 + 0.5 + 0.25);  // both wake up at the start
  check(end(0.125, false), 0.125 + 0.25 + 0.125);    // not worth falling asleep
}

BOOST_AUTO_TEST_CASE(a_receive_without_a_send_never_ends) {
  const auto ends = run({{receive(1, 1)}, {compute(1)}});
  BOOST_TEST(std::isinf(ends[0]));
  check(ends[1], 1);
}

/// Random messages in an order that cannot deadlock: the end is never before what any processor or link must do.
BOOST_AUTO_TEST_CASE(nobody_is_faster_than_its_own_work_and_link) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const int p = 2 + static_cast<int>(rng() % 4);
      Steps steps(static_cast<std::size_t>(p));
      std::vector<double> busy(steps.size()), in(steps.size()), out(steps.size());
      Endpoint endpoint;
      endpoint.message_s = 1e-3;
      endpoint.send_overhead_s = 2e-3;
      endpoint.byte_s = 1e-8 * static_cast<double>(rng() % 100);
      endpoint.sent_byte_s = 1e-8 * static_cast<double>(rng() % 100);
      for (int message = 0; message < 40; ++message) {
        const auto from = rng() % steps.size(), to = (from + 1 + rng() % (steps.size() - 1)) % steps.size();
        const double bytes = static_cast<double>(rng() % 200000), work = 1e-3 * static_cast<double>(rng() % 10);
        steps[from].push_back(compute(work));
        steps[from].push_back(send(static_cast<int>(to), bytes));
        steps[to].push_back(receive(static_cast<int>(from), bytes));
        busy[from] += work + endpoint.send_overhead_s + endpoint.sent_byte_s * bytes;
        busy[to] += endpoint.message_s + endpoint.byte_s * bytes;
        out[from] += bytes * network.gap_s_per_byte;
        in[to] += bytes * network.gap_s_per_byte;
      }
      const auto ends = run(steps, endpoint);
      double last = 0, total = 0;
      for (const double end : ends) last = std::max(last, end);
      for (std::size_t i = 0; i < steps.size(); ++i) {
        BOOST_TEST(ends[i] >= busy[i] * (1 - 1e-9));
        BOOST_TEST(last >= in[i] * (1 - 1e-9));
        BOOST_TEST(last >= out[i] * (1 - 1e-9));
        total += busy[i] + in[i];
      }
      BOOST_TEST(last <= total + 40 * 3 * network.latency_s);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
