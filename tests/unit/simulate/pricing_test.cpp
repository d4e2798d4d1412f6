// SPDX-License-Identifier: MIT
#include "simulate/pricing.hpp"

#include <boost/test/unit_test.hpp>

#include "schedule/schedule.hpp"

BOOST_AUTO_TEST_SUITE(priced_schedules)

using namespace uneven;
using namespace uneven::schedule;
using simulate::Costs;
using simulate::priced;
using simulate::Priced;
using simulate::repeated;
using simulate::Step;

namespace {

/// Rank 1 of three that add up five numbers at the first and then agree on one of eight bytes.
Schedule list() {
  Schedule list;
  list.groups = {sum_group({0, 1, 2}, 0, collective::Collective::linear)};
  list.sums = {{.count = 5, .tag = 1}, {.count = 1, .element_bytes = 8, .tag = 2}};
  list.operations = {Work{.name = 1}, StartSums{0}, Work{.name = 2}, FinishSums{0}, Agree{1}};
  return list;
}

Costs costs() {
  return {[](const Work& work) { return work.name == 1 ? std::optional<double>(10) : std::nullopt; }, 0.5, 4};
}

}  // namespace

BOOST_AUTO_TEST_CASE(only_what_has_a_cost_is_a_step) {
  const Priced one = priced(list(), costs());
  const std::size_t sum = 1, agreement = 8;  // two receives and additions, two sends each
  BOOST_REQUIRE(one.first.size() == agreement + 6u);
  BOOST_TEST(one.first[0].amount == 10);
  for (const std::size_t receive : {sum, sum + 2}) {
    BOOST_TEST((one.first[receive].kind == Step::Kind::receive));
    BOOST_TEST(one.first[receive].amount == 20);
    BOOST_TEST(one.first[receive].operation == 1);
    BOOST_TEST(one.first[receive + 1].amount == 2.5);
  }
  BOOST_TEST(one.first[sum + 4].partner == 1);
  BOOST_TEST((one.first[agreement - 1].kind == Step::Kind::finish));
  BOOST_TEST(one.first[agreement - 1].operation == 1);
  BOOST_TEST(one.first[agreement + 1].amount == 1);  // eight bytes are two numbers
}

BOOST_AUTO_TEST_CASE(each_agreement_is_waited_for_one_performance_later) {
  const Priced one = priced(list(), costs());
  BOOST_REQUIRE(one.end.size() == 1u);
  BOOST_TEST((one.end[0].kind == Step::Kind::finish));
  BOOST_TEST(one.again.size() == one.first.size() + 1);
  BOOST_TEST((one.again[8].kind == Step::Kind::finish));
  BOOST_TEST(one.again[8].operation == one.end[0].operation);
  BOOST_TEST(repeated(one, 3).size() == 3 * one.again.size());
}

BOOST_AUTO_TEST_CASE(traffic_counts_what_is_sent) {
  Traffic traffic;
  add_traffic(list(), 0, traffic);
  BOOST_TEST(traffic.size() == 2u);
  BOOST_TEST((traffic.at({0, 2}) == Sent{2, 28}));
  BOOST_TEST(bytes_of(traffic).largest == 56);
}

BOOST_AUTO_TEST_SUITE_END()
