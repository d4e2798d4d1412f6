// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "simulate/shared_host/cores.hpp"

BOOST_AUTO_TEST_SUITE(wakes)

using namespace uneven;
using namespace uneven::simulate;

namespace {

constexpr double latency = 2e-5, message_s = 5e-6;

document::Speeds processors(std::size_t p) {
  document::Speeds speeds;
  speeds.processors.resize(p);
  speeds.network = document::NetworkSpeeds{latency, 0, 0, message_s};
  return speeds;
}

/// All wake up, and the root, which does not fall asleep again for so short a time, takes what has come.
double by_hand(int ranks, double wake) { return wake + latency - message_s + message_s * (ranks - 1); }

void check(double found, double expected) { BOOST_TEST(found == expected, boost::test_tools::tolerance(1e-3)); }

}  // namespace

BOOST_AUTO_TEST_CASE(a_wake_is_found_again) {
  for (const int ranks : {2, 3, 8})
    for (const double wake : {3e-5, 1e-3})
      check(fitted_wake(processors(8), {ranks, std::vector<double>(2, by_hand(ranks, wake))}), wake);
}

BOOST_AUTO_TEST_CASE(what_roots_differ_by_is_shared) {
  check(fitted_wake(processors(4), {4, {by_hand(4, 1e-4), by_hand(4, 2e-4)}}), 1.5e-4);
}

BOOST_AUTO_TEST_CASE(one_that_was_disturbed_does_not_count) {
  check(fitted_wake(processors(4), {4, {by_hand(4, 1e-4), by_hand(4, 8e-3), by_hand(4, 1e-4)}}), 1e-4);
}

BOOST_AUTO_TEST_CASE(of_passes_each_root_has_its_middle_one) {
  const FanIns middle = middle_of({{3, {1, 9}}, {3, {7, 4}}, {3, {2, 3}}});
  BOOST_TEST(middle.ranks == 3);
  BOOST_TEST((middle.seconds == std::vector<double>{2, 4}));
}

BOOST_AUTO_TEST_CASE(without_fan_ins_there_is_none) { BOOST_TEST(fitted_wake(processors(1), {1, {}}) == 0); }

BOOST_AUTO_TEST_CASE(a_wake_is_not_negative) {
  const double wake = fitted_wake(processors(4), {4, {1e-6}});
  BOOST_TEST(wake >= 0);
  BOOST_TEST(wake < 1e-7);
}

/// On one core of their own processors wake up one after the other.
BOOST_AUTO_TEST_CASE(processors_on_shared_cores_wake_each_in_turn) {
  auto crowded = processors(4);
  crowded.shared_cores = {{1, {0, 1, 2, 3}}};
  const FanIns measured{4, {1e-3}};
  BOOST_TEST(fitted_wake(crowded, measured) < 0.5 * fitted_wake(processors(4), measured));
}

BOOST_AUTO_TEST_SUITE_END()
