// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "partition/replan/replanner.hpp"

BOOST_AUTO_TEST_SUITE(trust)

using namespace uneven::partition;

BOOST_AUTO_TEST_CASE(speed_that_comes_back_is_believed_up_to_the_first) {
  RestoreBackoff trust({4, 2});
  BOOST_TEST(trust.bounds(0, 1).most == 4);
  BOOST_TEST(trust.bounds(1, 1).most == 2);
  trust.judge(0, 4, 1, true);
  BOOST_TEST(trust.bounds(0, 1).first == 4);
}

BOOST_AUTO_TEST_CASE(who_is_slow_is_given_back_nothing_for_twice_as_long_every_time_that_it_was_in_vain) {
  RestoreBackoff trust({4, 2});
  trust.judge(0, 4, 1, true);
  for (const int questions : {2, 4, 8}) {
    for (int i = 0; i < questions; ++i) {
      BOOST_TEST(trust.bounds(0, 1).most == 1);
      BOOST_TEST(trust.bounds(1, 1).most == 2);
      trust.judge(0, 1, 1, false);
    }
    BOOST_TEST(trust.bounds(0, 1).most == 4);
    trust.judge(0, 1, 3, true);
    trust.judge(0, 3, 1, true);
  }
}

BOOST_AUTO_TEST_CASE(who_was_fast_again_is_doubted_no_more_than_at_first) {
  RestoreBackoff trust({4});
  trust.judge(0, 1, 4, true);
  trust.judge(0, 4, 4, false);
  trust.judge(0, 4, 1, true);
  for (int i = 0; i < 2; ++i) trust.judge(0, 1, 1, false);
  BOOST_TEST(trust.bounds(0, 1).most == 4);
}

BOOST_AUTO_TEST_CASE(speed_found_and_not_given_back_is_no_doubt) {
  RestoreBackoff trust({4});
  trust.judge(0, 2, 4, false);
  trust.judge(0, 2, 1, false);
  BOOST_TEST(trust.bounds(0, 2).most == 4);
}

BOOST_AUTO_TEST_CASE(what_was_no_reason_for_a_new_plan_is_usual) {
  RestoreBackoff trust({4, 2});
  trust.excuse(0, 1.4);
  trust.excuse(1, 0.7);
  BOOST_TEST(trust.bounds(0, 4).usual == 1.4);
  BOOST_TEST(trust.bounds(1, 2).usual == 1);
  trust.excuse(0, 1.1);
  BOOST_TEST(trust.bounds(0, 4).usual == 1.1);
}

BOOST_AUTO_TEST_SUITE_END()
