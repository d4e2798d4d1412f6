// SPDX-License-Identifier: MIT
#include "shares/own_part.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "../cases.hpp"
#include "base/error.hpp"
#include "machine/machine.hpp"

BOOST_AUTO_TEST_SUITE(shares_own_part)

using namespace uneven;
using namespace uneven::shares;
using launch::Match;

namespace {

using Names = std::vector<std::string>;

/// An empty name is one that the plan does not know.
std::vector<Part> parts_on(const Names& hosts) {
  std::vector<Part> parts(hosts.size());
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    parts[i].processor = static_cast<std::int64_t>(i);
    if (!hosts[i].empty()) parts[i].host = hosts[i];
    parts[i].cpu = "x86";
  }
  return parts;
}

/// What the launcher tells each of the ranks on these hosts.
std::vector<Rank> ranks_on(const Names& hosts) {
  std::map<std::string, std::int64_t> next;
  std::vector<Rank> ranks;
  for (const auto& host : hosts) ranks.push_back({std::ssize(ranks), std::ssize(hosts), next[host]++, "PMI_RANK"});
  return ranks;
}

std::vector<document::Processor> planned_on(const Names& hosts) {
  std::vector<document::Processor> planned(hosts.size());
  for (std::size_t i = 0; i < hosts.size(); ++i) planned[i].host = hosts[i];
  return planned;
}

std::string refusal(const Names& planned, const Rank& rank, const launch::RankPlace& here, Match match = Match::host) {
  try {
    own_part(parts_on(planned), rank, here, match);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no refusal";
}

Names random_names(std::mt19937& rng, std::size_t count, const Names& from) {
  Names names(count);
  for (auto& name : names) name = from[rng() % from.size()];
  return names;
}

}  // namespace

BOOST_AUTO_TEST_CASE(ranks_take_the_parts_that_mpi_runner_gives_them) {
  test::for_seeds(300, [&](std::mt19937& rng) {
    const Names planned = random_names(rng, 1 + rng() % 8, {"a", "b", "c"});
    Names hosts = planned;
    std::shuffle(hosts.begin(), hosts.end(), rng);
    std::vector<launch::RankPlace> places;
    for (const auto& host : hosts) places.push_back({host, "x86"});
    const auto expected = launch::assign(planned_on(planned), places, Match::host).processor_of_rank;
    const auto ranks = ranks_on(hosts);
    for (std::size_t r = 0; r < ranks.size(); ++r)
      BOOST_TEST(static_cast<int>(own_part(parts_on(planned), ranks[r], places[r], Match::host)) == expected[r]);
  });
}

BOOST_AUTO_TEST_CASE(no_part_is_done_twice) {
  test::for_seeds(1000, [&](std::mt19937& rng) {
    const std::size_t p = 1 + rng() % 6;
    const Names planned = random_names(rng, p, {"a", "b", ""}), hosts = random_names(rng, p, {"a", "b", "c"});
    const bool counted = rng() % 2 == 0;
    const Match match = rng() % 3 == 0 ? Match::cpu : Match::host;
    std::set<std::size_t> taken;
    for (Rank rank : ranks_on(hosts)) {
      if (!counted) rank.local.reset();
      try {
        const auto part = own_part(parts_on(planned), rank, {hosts[static_cast<std::size_t>(rank.rank)], "x86"}, match);
        BOOST_TEST(taken.insert(part).second);
      } catch (const InputError&) {
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(without_a_number_on_the_host_a_rank_takes_its_own_part) {
  const Names planned{"a", "b", "", "b"};
  for (const std::int64_t rank : {1, 2, 3})
    BOOST_TEST(own_part(parts_on(planned), {rank, 4, {}, "PMIX_RANK"}, {"b", "x86"}, Match::host) ==
               static_cast<std::size_t>(rank));
  BOOST_TEST(refusal(planned, {0, 4, {}, "PMIX_RANK"}, {"b", "x86"}) ==
             "the plan was made for a, b (2); no part is left for rank 0 on b, and processor 0 is planned on a; "
             "--match cpu or any allows it");
}

BOOST_AUTO_TEST_CASE(a_third_process_of_a_host_with_two_parts_is_refused) {
  BOOST_TEST(refusal({"a", "b", "a"}, {2, 3, 2, "PMI_RANK"}, {"a", "x86"}) ==
             "the plan was made for a (2), b; no part is left for rank 2 on a, process 3 there; --match cpu or any "
             "allows it");
}

BOOST_AUTO_TEST_CASE(models_of_processors_and_anything) {
  BOOST_TEST(own_part(parts_on({"a", "b"}), {1, 2, 0, "RANK"}, {"c", "x86"}, Match::cpu) == 1u);
  BOOST_TEST(own_part(parts_on({"a", "b"}), {1, 2, 0, "RANK"}, {"c", "arm"}, Match::any) == 1u);
  BOOST_TEST(refusal({"a", "b"}, {1, 2, 0, "RANK"}, {"a", "arm"}, Match::cpu) ==
             "the plan was made for x86 (2); no part is left for rank 1 on arm, and processor 1 is planned on x86; "
             "--match any allows it");
}

BOOST_AUTO_TEST_CASE(the_numbers_of_ranks_and_processors_agree) {
  BOOST_TEST(refusal({"a", "a"}, {0, 3, 0, "RANK"}, {"a", ""}) == "plan for 2 processors on 3 ranks; expected as many");
  BOOST_TEST(refusal({"a", "a"}, {0, 1, 0, "RANK"}, {"a", ""}, Match::any) ==
             "plan for 2 processors on 1 rank; expected as many");
  BOOST_TEST(refusal({"a"}, {1, {}, {}, "RANK"}, {"a", ""}) ==
             "RANK: found rank 1; expected less than 1, the processors of the plan");
}

BOOST_AUTO_TEST_CASE(this_place_is_as_the_runner_finds_it) {
  const auto machine = machine::this_machine();
  BOOST_TEST(this_place(Match::host).host == machine.host);
  BOOST_TEST(this_place(Match::cpu).cpu == machine.cpu);
}

BOOST_AUTO_TEST_SUITE_END()
