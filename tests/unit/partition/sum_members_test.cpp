// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "partition/predict/iteration.hpp"

BOOST_AUTO_TEST_SUITE(members_of_sums)

using namespace uneven;
using partition::sum_members;

namespace {

document::Partition plan_of(const std::vector<double>& speeds) {
  document::Partition plan;
  for (const double speed : speeds) plan.cluster.push_back({{}, {}, 1, speed});
  return plan;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_fastest_comes_first_and_equals_stay_in_order) {
  const auto plan = plan_of({2, 5, 3, 5, 1});
  BOOST_TEST(sum_members(plan, {4, 3, 0, 1}) == (std::vector{3, 1, 0, 4}), boost::test_tools::per_element());
  BOOST_TEST(sum_members(plan) == (std::vector{1, 3, 2, 0, 4}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(nobody_is_a_sum_of_nobody) { BOOST_TEST(sum_members(plan_of({1, 2}), {}).empty()); }

BOOST_AUTO_TEST_SUITE_END()
