// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>
#include <set>

#include "../cases.hpp"
#include "elements/programs/parallel_seeding.hpp"
#include "program_runs.hpp"

BOOST_AUTO_TEST_SUITE(starts_of_clusterings)

using namespace uneven::elements;
using namespace uneven::elements::test;

BOOST_AUTO_TEST_CASE(starts_are_the_runs_of_their_seeds_and_the_best_is_reported) {
  uneven::test::for_seeds(4, [](std::mt19937&, unsigned seed) {
    for (const std::string name : {"kmeans", "em"})
      for (const std::int64_t iterations : {3, 100}) {
        const auto rows = test::rows_around_places(1500, 2, 30 + seed);
        Settings settings = settings_for(1500, 2, 6);
        settings.iterations = iterations;
        settings.parallel_seeding = name == "kmeans" && seed % 2;
        settings.seed = 100 * seed;
        const double sign = name == "kmeans" ? 1 : -1;
        Settings many = settings;
        many.starts = 4;
        auto [program, run] = Finished(name, many, rows);
        const auto results = program->results(run.state());
        const std::string objective = program->objective_name();
        const auto objectives = result(results, objective + "_of_starts");
        const auto best = result(results, "best_start")[0];
        BOOST_REQUIRE(objectives.size() == 4);
        std::int64_t all = 0;
        for (std::size_t i = 0; i < 4; ++i, ++settings.seed) {
          auto [single, one] = Finished(name, settings, rows);
          BOOST_TEST(single->objective(one.state()) == objectives[i]);
          all += single->iterations(one.state());
          BOOST_TEST(sign * objectives[std::size_t(best)] <= sign * objectives[i]);
          if (double(i) != best) continue;
          for (const Result& expected : single->results(one.state()))
            BOOST_TEST(result(results, expected.name) == expected.values, boost::test_tools::per_element());
          BOOST_TEST(run.output() == one.output());
          BOOST_TEST(*program->settled(run.state()) == *single->settled(one.state()));
        }
        BOOST_TEST(program->iterations(run.state()) == all);
      }
  });
}

BOOST_AUTO_TEST_CASE(starts_can_go_on_from_each_state) {
  const auto rows = test::rows_around_places(700, 2, 3);
  Settings settings = settings_for(700, 2, 5);
  settings.starts = 3;
  settings.parallel_seeding = true;
  const auto program = make_program("kmeans", settings);
  SerialRun run(*program, rows, 2);
  constexpr int last = 2, group_of_starts = 3;
  constexpr double seeded = 7;  // a phase that no superstep over the points begins or ends with
  const auto numbers = [&] { return run.state().values[group_of_starts]; };
  while (run.superstep())
    if (program->iterations(run.state()) > 0 && run.state().values[last][0] != seeded)
      BOOST_TEST(program->can_resume(run.state(), last));
  State state = run.state();
  state.multicast[0].back() = 2 - state.multicast[0].back() / 2;
  BOOST_TEST(!program->can_resume(state, last));
  for (std::size_t i = 0; i < numbers().size(); ++i) {
    state = run.state();
    state.values[group_of_starts][i] = HUGE_VAL;
    BOOST_TEST(!program->can_resume(state, last));
  }
}

BOOST_AUTO_TEST_CASE(starts_that_make_no_sense_are_refused) {
  Settings settings = settings_for(10, 1, 2);
  settings.starts = 2;
  settings.centroids = {1, 2};
  BOOST_TEST(fails_with("expected one of the two options", [&] { make_program("kmeans", settings); }));
  settings.centroids.clear();
  settings.starts = 10001;
  BOOST_TEST(fails_with("10001 starts; expected 1 to 10000", [&] { make_program("em", settings); }));
}

BOOST_AUTO_TEST_CASE(a_round_samples_distinct_points_and_none_that_is_a_candidate) {
  uneven::test::for_seeds(20, [](std::mt19937&, unsigned seed) {
    const std::vector<double> lane{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0};
    const double* lanes[] = {lane.data()};
    const ParallelSeeding seeding{.seed = seed, .dimensions = 1, .clusters = 3};
    std::vector<double> whole(std::size_t(3 * seeding.message()), 0.0), left = whole, right = whole;
    const std::vector<double> chosen{4};
    seeding.propose({lanes, 10, 1}, 0, chosen, whole.data());
    BOOST_TEST(seeding.holds_candidates(whole.data()));
    std::vector<double> taken = chosen;
    seeding.take(whole.data(), taken);
    BOOST_TEST(taken.size() == 7);
    BOOST_TEST(std::set<double>(taken.begin(), taken.end()).size() == 7);
    // Two blocks, of which the second has fewer points than there are slots, agree with one.
    const double* behind[] = {lane.data() + 8};
    seeding.propose({lanes, 8, 1}, 0, chosen, left.data());
    seeding.propose({behind, 2, 1}, 8, chosen, right.data());
    seeding.keep_better(left.data(), right.data());
    BOOST_TEST(left == whole, boost::test_tools::per_element());
  });
}

BOOST_AUTO_TEST_CASE(a_round_samples_in_proportion_to_squared_distance) {
  // Of points 1, 2 and 3 from the candidate, the first of a sample is the farthest with probability 9/14.
  const std::vector<double> lane{1, 2, 3, 0, 0, 0, 0, 0};
  const double* lanes[] = {lane.data()};
  int farthest = 0;
  constexpr int tries = 4000;
  for (unsigned seed = 0; seed < tries; ++seed) {
    const ParallelSeeding seeding{.seed = seed, .dimensions = 1, .clusters = 1};
    std::vector<double> table(std::size_t(seeding.message()), 0.0);
    seeding.propose({lanes, 3, 1}, 0, std::vector<double>{0}, table.data());
    farthest += table[1] == 3;
  }
  BOOST_TEST(std::abs(farthest - tries * 9 / 14.0) < 5 * std::sqrt(tries * 9 / 14.0 * 5 / 14.0));
}

BOOST_AUTO_TEST_CASE(the_choice_of_candidates_follows_their_weights) {
  // 18 of 23 points are nearest to the second candidate. After it, a fourth of the weight at twice the distance counts
  // as much as the other candidate.
  int second = 0, third = 0;
  constexpr int tries = 4000;
  for (unsigned seed = 0; seed < tries; ++seed) {
    const ParallelSeeding seeding{.seed = seed, .dimensions = 1, .clusters = 2};
    const auto found = seeding.choose(std::vector<double>{-2, 0, 4}, std::vector<double>{4, 18, 1}.data());
    second += found[0] == 0;
    third += found[0] == 0 && found[1] == 4;
    BOOST_TEST(found[0] != found[1]);
  }
  BOOST_TEST(std::abs(second - tries * 18 / 23.0) < 5 * std::sqrt(tries * 18 / 23.0 * 5 / 23.0));
  BOOST_TEST(std::abs(third - second / 2.0) < 5 * std::sqrt(second / 4.0));
}

BOOST_AUTO_TEST_CASE(both_seedings_find_places_far_apart) {
  // 40 places of points that a choice among the points alone would hardly all hit.
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  std::vector<double> rows;
  for (int i = 0; i < 12000; ++i) rows.insert(rows.end(), {100.0 * (i % 8) + normal(random), 100.0 * (i / 8 % 5)});
  for (const bool parallel : {false, true}) {
    Settings settings = settings_for(12000, 2, 40);
    settings.parallel_seeding = parallel;
    settings.starts = 3;
    auto [program, run] = Finished("kmeans", settings, rows);
    BOOST_TEST(result(program->results(run.state()), "inertia")[0] < 1.1 * 12000);
    BOOST_TEST(*program->settled(run.state()));
  }
}

BOOST_AUTO_TEST_CASE(fewer_distinct_points_than_clusters_are_no_hindrance_to_parallel_seeding) {
  Settings settings = settings_for(9, 1, 4);
  settings.parallel_seeding = true;
  auto [program, run] = Finished("kmeans", settings, {1, 1, 1, 5, 5, 5, 5, 1, 1});
  BOOST_TEST(result(program->results(run.state()), "inertia")[0] == 0);
  BOOST_TEST(program->warnings(run.state()).size() == 1);
}

BOOST_AUTO_TEST_CASE(a_run_with_starts_that_is_stopped_at_any_time_has_an_output) {
  const auto rows = test::rows_around_places(1000, 2, 1);
  Settings settings = settings_for(1000, 2);
  settings.starts = 2;
  settings.parallel_seeding = true;
  const auto program = make_program("kmeans", settings);
  for (int supersteps = 0; supersteps < 30; ++supersteps) BOOST_TEST_CONTEXT("stopped after " << supersteps) {
      SerialRun run(*program, rows, 2);
      for (int i = 0; i < supersteps; ++i) run.superstep();
      BOOST_TEST(std::ranges::max(run.output()) < 4);
      BOOST_TEST(result(program->results(run.state()), "centroids").size() <= 8);
    }
}

BOOST_AUTO_TEST_SUITE_END()
