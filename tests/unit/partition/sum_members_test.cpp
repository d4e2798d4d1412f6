// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <numeric>
#include <random>

#include "partition/sums.hpp"

BOOST_AUTO_TEST_SUITE(members_of_sums)

using namespace uneven;
using boost::test_tools::per_element;
using partition::PlanSums;
using partition::SumMembers;

namespace {

document::Partition plan_of(const std::vector<double>& speeds, const std::vector<std::string>& hosts = {}) {
  document::Partition plan;
  for (const double speed : speeds) plan.cluster.push_back({{}, {}, 1, speed});
  for (std::size_t p = 0; p < hosts.size(); ++p) plan.cluster[p].host = hosts[p];
  plan.sums_by_host = !hosts.empty();
  return plan;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_fastest_comes_first_and_equals_stay_in_order) {
  const auto plan = plan_of({2, 5, 3, 5, 1});
  const SumMembers members = PlanSums(plan).members({4, 3, 0, 1});
  BOOST_TEST(members.ranks == (std::vector{3, 1, 0, 4}), per_element());
  BOOST_TEST(members.host_sizes == (std::vector<std::int64_t>{1, 1, 1, 1}), per_element());
}

BOOST_AUTO_TEST_CASE(nobody_is_a_sum_of_nobody) {
  const auto plan = plan_of({1, 2}, {"a", "b"});
  BOOST_TEST(PlanSums(plan).members({}).ranks.empty());
}

// Speeds of a: 2 and 5, of b: 4 and 3, of c: 4.5.
BOOST_AUTO_TEST_CASE(members_of_a_host_stand_together) {
  const auto plan = plan_of({2, 4, 4.5, 5, 3}, {"a", "b", "c", "a", "b"});
  const SumMembers members = PlanSums(plan).members({0, 1, 2, 3, 4});
  BOOST_TEST(members.ranks == (std::vector{3, 0, 2, 1, 4}), per_element());
  BOOST_TEST(members.host_sizes == (std::vector<std::int64_t>{2, 1, 2}), per_element());
}

// With binomial trees: hosts 0 1 2 | 3 | 4 5, whose first members are joined 0 <- (3, 4).
BOOST_AUTO_TEST_CASE(a_tree_goes_inside_hosts_first) {
  const auto tree = partition::tree_of_sum({}, {}, {3, 1, 2});
  BOOST_TEST(tree.parent == (std::vector<std::int64_t>{-1, 0, 0, 0, 0, 4}), per_element());
  BOOST_TEST(tree.children[0] == (std::vector<std::int64_t>{1, 2, 3, 4}), per_element());
  BOOST_TEST(tree.children[4] == (std::vector<std::int64_t>{5}), per_element());
}

BOOST_AUTO_TEST_CASE(a_host_is_entered_once_and_nobody_is_forgotten) {
  std::mt19937 rng(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::int64_t> sizes(1 + rng() % 9);
    for (auto& size : sizes) size = 1 + rng() % 6;
    std::vector<std::size_t> host;
    for (std::size_t h = 0; h < sizes.size(); ++h) host.insert(host.end(), sizes[h], h);
    const document::TreeTimes between{1e-5, 1e-6 * static_cast<double>(rng() % 100)}, within{1e-6, 1e-7};
    const auto tree = partition::tree_of_sum(between, within, sizes);
    std::size_t edges = 0, crossing = 0;
    for (std::size_t member = 0; member < host.size(); ++member)
      for (const auto child : tree.children[member]) {
        BOOST_TEST(tree.parent[child] == static_cast<std::int64_t>(member));
        BOOST_TEST(child > static_cast<std::int64_t>(member));  // so that all hang together
        ++edges;
        crossing += host[member] != host[static_cast<std::size_t>(child)];
      }
    BOOST_TEST(edges == host.size() - 1);
    BOOST_TEST(crossing == sizes.size() - 1);
  }
}

BOOST_AUTO_TEST_SUITE_END()
