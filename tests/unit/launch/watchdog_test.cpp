// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "launch/progress.hpp"

BOOST_AUTO_TEST_SUITE(watchdog)

using namespace uneven::launch;
using namespace std::chrono_literals;

namespace {

/// A dog that is shown the time in steps of half a second.
struct Watched {
  Watchdog::Clock::time_point now{};
  Watchdog dog;

  explicit Watched(const WatchLimits& limits) : dog(limits, now) {}
  void pass(double seconds) {
    for (double s = 0; s < seconds; s += 0.5) dog.pass(now += 500ms);
  }
  /// While both ranks give their signs.
  void live(double seconds) {
    for (double s = 0; s < seconds; s += 5) {
      dog.hear(0, "node1");
      dog.hear(1, "node2");
      pass(5);
    }
  }
};

/// The same once the ranks have started.
struct Started : Watched {
  explicit Started(const WatchLimits& limits) : Watched(limits) { dog.start(); }
};

}  // namespace

BOOST_AUTO_TEST_CASE(ranks_that_do_not_start_are_given_up) {
  Watched watched({60, 30, 0});
  watched.pass(59);
  BOOST_TEST(watched.dog.complaint() == "");
  watched.pass(1);
  BOOST_TEST(watched.dog.complaint() == "the ranks have not started within 60 s (--start-seconds)");
}

BOOST_AUTO_TEST_CASE(ranks_that_have_started_may_work_for_ever_also_on_their_last_iteration) {
  for (const double seconds : {0, 20}) {
    Started watched({60, 30, seconds});
    watched.live(10000);
    BOOST_TEST(watched.dog.complaint() == "");
  }
}

BOOST_AUTO_TEST_CASE(a_queue_takes_no_time_to_start) {
  Watched watched({60, 30, 0});
  watched.dog.wait_in_queue(true);
  watched.pass(1000);
  BOOST_TEST(watched.dog.complaint() == "");
  watched.dog.wait_in_queue(false);
  watched.pass(60);
  BOOST_TEST(watched.dog.complaint() != "");
}

BOOST_AUTO_TEST_CASE(a_rank_that_falls_silent_is_named) {
  Started watched({60, 30, 0});
  watched.live(100);
  for (int s = 0; s < 25; s += 5) {
    watched.dog.hear(0, "node1");
    watched.pass(5);
    BOOST_TEST((watched.dog.complaint() == "") == (s < 20));
  }
  BOOST_TEST(watched.dog.complaint() == "rank 1 on node2 has not been heard of for 30 s (--silent-seconds)");
}

BOOST_AUTO_TEST_CASE(a_rank_that_never_spoke_is_not_missed) {
  Started watched({60, 30, 0});
  watched.pass(1000);
  BOOST_TEST(watched.dog.complaint() == "");
}

BOOST_AUTO_TEST_CASE(silence_is_shorter_once_the_run_should_end) {
  const std::string complaint = "rank 0 on node1 has not been heard of for 10 s (--silent-seconds)";
  for (const bool by_time : {true, false}) {
    Started watched({60, 30, by_time ? 20.0 : 0.0});
    watched.live(20);
    if (!by_time) watched.dog.ask_to_stop();
    watched.pass(4.5);
    BOOST_TEST(watched.dog.complaint() == "");
    watched.pass(5.5);
    BOOST_TEST(watched.dog.complaint() == complaint);
  }
}

BOOST_AUTO_TEST_CASE(its_clock_stands_still_while_the_process_does) {
  Started watched({60, 30, 0});
  watched.live(10);
  watched.dog.pass(watched.now += 10h);
  BOOST_TEST(watched.dog.complaint() == "");
}

BOOST_AUTO_TEST_CASE(zero_is_no_limit) {
  Watched watched({0, 0, 0});
  watched.pass(1000);
  watched.dog.hear(0, "node1");
  watched.pass(1000);
  BOOST_TEST(watched.dog.complaint() == "");
  BOOST_TEST(Watchdog::seconds_between_signs({0, 0, 0}) == 0);
  BOOST_TEST(Watchdog::seconds_between_signs({60, 30, 0}) == 5);
}

BOOST_AUTO_TEST_SUITE_END()
