// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <numeric>
#include <random>

#include "../cases.hpp"
#include "base/error.hpp"
#include "launch/launch.hpp"

BOOST_AUTO_TEST_SUITE(match)

using namespace uneven;
using namespace uneven::launch;

namespace {

using Names = std::vector<std::string>;

/// An empty name is one that the plan does not know.
std::vector<document::Processor> plan_for(const Names& hosts, const Names& cpus = {}) {
  std::vector<document::Processor> planned(hosts.size());
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    if (!hosts[i].empty()) planned[i].host = hosts[i];
    if (!cpus.empty() && !cpus[i].empty()) planned[i].cpu = cpus[i];
  }
  return planned;
}

std::vector<RankPlace> ranks_on(const Names& hosts, const Names& cpus = {}) {
  std::vector<RankPlace> ranks;
  for (std::size_t i = 0; i < hosts.size(); ++i) ranks.push_back({hosts[i], cpus.empty() ? "x86" : cpus[i]});
  return ranks;
}

std::string refusal(const Names& planned, const Names& ranks) {
  try {
    assign(plan_for(planned), ranks_on(ranks), Match::host);
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

using Parts = std::vector<int>;

void check(const Parts& found, const Parts& expected) {
  BOOST_TEST(found == expected, boost::test_tools::per_element());
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_rank_gets_the_part_of_its_host) {
  check(assign(plan_for({"a", "b", "a"}), ranks_on({"a", "a", "b"}), Match::host).processor_of_rank, {0, 2, 1});
  check(assign(plan_for({"a", "b"}), ranks_on({"b", "a"}), Match::host).processor_of_rank, {1, 0});
}

BOOST_AUTO_TEST_CASE(unknown_hosts_match_any) {
  check(assign(plan_for({"", "", ""}), ranks_on({"x", "y", "x"}), Match::host).processor_of_rank, {0, 1, 2});
  check(assign(plan_for({"", "a"}), ranks_on({"a", "b"}), Match::host).processor_of_rank, {1, 0});
}

BOOST_AUTO_TEST_CASE(cpu_and_any_ask_for_less) {
  const auto planned = plan_for({"a", "b"}, {"slow", "fast"});
  const auto ranks = ranks_on({"c", "d"}, {"fast", "slow"});
  BOOST_CHECK_THROW(assign(planned, ranks, Match::host), InputError);
  check(assign(planned, ranks, Match::cpu).processor_of_rank, {1, 0});
  check(assign(planned, ranks, Match::any).processor_of_rank, {0, 1});
  BOOST_CHECK_THROW(assign(planned, ranks_on({"a", "b"}, {"fast", "fast"}), Match::cpu), InputError);
}

BOOST_AUTO_TEST_CASE(surplus_ranks_have_no_part) {
  const auto assignment = assign(plan_for({"b", "b"}), ranks_on({"a", "b", "b", "b"}), Match::host);
  check(assignment.processor_of_rank, {-1, 0, 1, -1});
  BOOST_TEST(assignment.note == "plan for 2 processors on 4 ranks; 2 without work");
  BOOST_TEST(assign(plan_for({"b"}), ranks_on({"b"}), Match::host).note == "");
}

BOOST_AUTO_TEST_CASE(a_refusal_says_what_does_not_fit) {
  BOOST_TEST(refusal({"a", "b", "b"}, {"a", "b", "c"}) ==
             "the plan was made for a, b (2); no rank is left on b for processor 2, and rank 2 runs on c; "
             "--match cpu or any allows it");
  BOOST_TEST(refusal({"a", "b", "c", "d"}, {"a", "b", "c"}) == "plan for 4 processors on 3 ranks");
}

/// Laws: every processor is done exactly once, on its own host; a plan is refused only if a host lacks ranks; ranks
/// in the planned order keep their numbers.
BOOST_AUTO_TEST_CASE(every_part_is_done_once_where_it_was_planned) {
  test::for_seeds(500, [&](std::mt19937& rng) {
    Names hosts(1 + rng() % 6);
    for (auto& host : hosts) host = std::string(1, "abc"[rng() % 3]);
    Names places = hosts;
    for (int extra = rng() % 3; extra > 0; --extra) places.push_back(std::string(1, "abc"[rng() % 3]));
    const auto planned = plan_for(hosts);
    Parts identity(places.size(), -1);
    std::iota(identity.begin(), identity.begin() + hosts.size(), 0);
    check(assign(planned, ranks_on(places), Match::host).processor_of_rank, identity);

    std::shuffle(places.begin(), places.end(), rng);
    auto parts = assign(planned, ranks_on(places), Match::host).processor_of_rank;
    for (std::size_t r = 0; r < parts.size(); ++r)
      if (parts[r] >= 0) BOOST_TEST(hosts[parts[r]] == places[r]);
    std::erase(parts, -1);
    std::sort(parts.begin(), parts.end());
    Parts all(hosts.size());
    std::iota(all.begin(), all.end(), 0);
    check(parts, all);
  });
}

BOOST_AUTO_TEST_CASE(a_name_without_its_domain_is_the_same_host) {
  BOOST_TEST(same_host("node1", "node1"));
  BOOST_TEST(same_host("node1", "node1.cluster.org"));
  BOOST_TEST(same_host("node1.cluster.org", "node1.cluster"));
  for (const auto& [a, b] : std::vector<std::pair<std::string, std::string>>{{"node1.a", "node1.b"},
                                                                             {"node1", "node12"},
                                                                             {"node1", "node12.a"},
                                                                             {"", "node1"},
                                                                             {"", ".a"},
                                                                             {"10", "10.0.0.1"},
                                                                             {"10.0.0", "10.0.0.1"}})
    BOOST_TEST(!same_host(a, b), a << " and " << b);
}

BOOST_AUTO_TEST_CASE(hosts_match_with_and_without_their_domain) {
  check(assign(plan_for({"a", "b.x.org"}), ranks_on({"b", "a.x.org"}), Match::host).processor_of_rank, {1, 0});
  check(assign(plan_for({"a", "a.x", "b"}), ranks_on({"b", "a.x", "a.x"}), Match::host).processor_of_rank, {2, 0, 1});
  // A short name of two hosts is of neither; where it is itself planned, it is a host of its own.
  BOOST_TEST(refusal({"a.x", "a.y"}, {"a", "a.y"}) ==
             "the plan was made for a.x, a.y; no rank is left on a.x for processor 0, and rank 0 runs on a; "
             "--match cpu or any allows it");
  BOOST_TEST(refusal({"a.x"}, {"a.y"}) != "accepted");
  check(assign(plan_for({"a", "a.x", "a.y"}), ranks_on({"a.y", "a.x", "a"}), Match::host).processor_of_rank, {2, 1, 0});
}

/// The laws of the names, on hosts drawn at random: names of one host, with and without parts of their domains, become
/// one name; names of different hosts stay different.
BOOST_AUTO_TEST_CASE(full_names_tell_hosts_apart) {
  test::for_seeds(500, [&](std::mt19937& rng) {
    const Names hosts{"a.x.org", "b.x.org", "ab.x.org", "a-1.y.org"};
    std::map<std::string, std::size_t> host_of;
    Names names;
    for (int n = 1 + rng() % 9; n > 0; --n) {
      const std::size_t host = rng() % hosts.size();
      std::string name = hosts[host];
      for (int cut = rng() % 3; cut > 0; --cut) name.resize(name.rfind('.'));
      host_of[name] = host;
      names.push_back(name);
    }
    const auto full = full_names(names);
    BOOST_TEST(full.size() == host_of.size());
    for (const auto& [a, host] : host_of)
      for (const auto& [b, other] : host_of) BOOST_TEST((full.at(a) == full.at(b)) == (host == other));
  });
}

BOOST_AUTO_TEST_CASE(policies_have_names) {
  BOOST_CHECK(match_of("cpu") == Match::cpu);
  BOOST_CHECK_THROW(match_of("Host"), UsageError);
}

BOOST_AUTO_TEST_SUITE_END()
