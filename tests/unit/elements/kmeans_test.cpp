// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <set>

#include "../cases.hpp"
#include "elements/programs/methods.hpp"
#include "program_runs.hpp"

BOOST_AUTO_TEST_SUITE(kmeans_program)

using namespace uneven::elements;
using namespace uneven::elements::test;

BOOST_AUTO_TEST_CASE(kmeans_objective_never_rises_and_labels_are_the_nearest) {
  uneven::test::for_seeds(8, [&](std::mt19937&, unsigned seed) {
    const auto rows = test::rows_around_places(5000, 2, seed);
    Settings settings = settings_for(5000, 2);
    settings.seed = seed;
    const auto program = make_program("kmeans", settings);
    SerialRun run(*program, rows, 2);
    run_and_check(*program, run, HUGE_VAL, [](double before, double now) { BOOST_TEST(now <= before * (1 + 1e-12)); });
    const auto results = program->results(run.state());
    const auto& centroids = result(results, "centroids");
    const auto labels = run.output();
    for (std::size_t i = 0; i < 5000; ++i) {
      const auto far = [&](double c) {
        return std::hypot(rows[2 * i] - centroids[std::size_t(2 * c)],
                          rows[2 * i + 1] - centroids[std::size_t(2 * c + 1)]);
      };
      for (double c = 0; c < 4; ++c)
        if (far(c) < far(labels[i]) * (1 - 1e-12)) BOOST_ERROR("point " << i);
    }
  });
}

namespace {

/// The centroids that k-means++ chooses among numbers.
std::vector<double> chosen_among(const std::vector<double>& numbers, std::int64_t clusters, unsigned seed) {
  Settings settings = settings_for(std::ssize(numbers), 1, clusters);
  settings.iterations = 0;
  settings.seed = seed;
  auto [program, run] = Finished("kmeans", settings, numbers);
  return result(program->results(run.state()), "centroids");
}

}  // namespace

BOOST_AUTO_TEST_CASE(seeding_takes_points_and_no_place_twice) {
  // Five places, each with many equal points: k-means++ never chooses a point at distance 0.
  std::vector<double> rows;
  for (int i = 0; i < 20000; ++i) rows.push_back(i % 5 * (i % 5));
  for (unsigned seed = 0; seed < 50; ++seed) {
    const auto centroids = chosen_among(rows, 5, seed);
    BOOST_TEST(std::set<double>(centroids.begin(), centroids.end()) == std::set<double>({0, 1, 4, 9, 16}));
  }
}

BOOST_AUTO_TEST_CASE(seeding_chooses_in_proportion_to_squared_distance) {
  // From 0 the places 1 and 3, with equally many points in different blocks, are chosen 1 : 9 when the first is at 0.
  std::vector<double> rows(12288, 0);
  for (std::size_t i = 4096; i < 8192; ++i) rows[i] = 1;
  for (std::size_t i = 8192; i < 12288; ++i) rows[i] = 3;
  int near = 0, far = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    const auto centroids = chosen_among(rows, 2, seed);
    if (centroids[0] == 0) (centroids[1] == 1 ? near : far) += 1;
  }
  // About 500 trials of probability 0.1: five standard deviations are 0.067.
  BOOST_TEST(near + far > 400);
  BOOST_TEST(std::abs(double(near) / (near + far) - 0.1) < 0.067);
}

BOOST_AUTO_TEST_CASE(kmeans_reports_one_state) {
  // Sizes, labels and inertia are those of the centroids given, after any number of iterations.
  const auto rows = test::rows_around_places(5000, 2, 3);
  for (const std::int64_t iterations : {0, 1, 2, 5}) {
    Settings settings = settings_for(5000, 2);
    settings.iterations = iterations;
    auto [program, run] = Finished("kmeans", settings, rows);
    BOOST_TEST(program->iterations(run.state()) == iterations);
    BOOST_TEST(*program->settled(run.state()) == false);
    const auto results = program->results(run.state());
    const auto& centroids = result(results, "centroids");
    const auto labels = run.output();
    std::vector<double> sizes(4, 0.0);
    double inertia = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const auto c = std::size_t(labels[i]);
      sizes[c] += 1;
      for (std::size_t j = 0; j < 2; ++j) inertia += std::pow(rows[2 * i + j] - centroids[2 * c + j], 2);
    }
    BOOST_TEST(result(results, "sizes") == sizes, boost::test_tools::per_element());
    BOOST_TEST(result(results, "inertia")[0] == inertia, boost::test_tools::tolerance(1e-12));
  }
}

BOOST_AUTO_TEST_CASE(kmeans_stops_where_nothing_is_left_to_gain) {
  // Five places, five clusters: k-means++ chooses one at each, and the inertia is 0 from the start.
  std::vector<double> places;
  for (int i = 0; i < 300; ++i) places.push_back(i % 5 * (i % 5));
  Settings settings = settings_for(300, 1, 5);
  const auto five = make_program("kmeans", settings);
  SerialRun exact(*five, places, 1);
  exact.run();
  BOOST_TEST(five->iterations(exact.state()) == 0);
  BOOST_TEST(*five->settled(exact.state()));
  // With next to no tolerance a run ends when the assignments stay the same.
  settings = settings_for(2000, 2);
  settings.tolerance = 1e-300;
  settings.iterations = 10000;
  const auto program = make_program("kmeans", settings);
  SerialRun run(*program, test::rows_around_places(2000, 2, 9), 2);
  run.run();
  BOOST_TEST(*program->settled(run.state()));
}

BOOST_AUTO_TEST_CASE(kmeans_gives_empty_clusters_the_farthest_points) {
  // Four places and six centroids, of which all but the first get no point: four can be filled, one place each.
  std::vector<double> rows;
  for (int i = 0; i < 9000; ++i) rows.insert(rows.end(), {0.1 + i % 4, 0.3});
  Settings settings = settings_for(9000, 2, 6);
  settings.centroids = {1.6, 0.3, 100, 0, 101, 0, 102, 0, 103, 0, 104, 0};
  const auto program = make_program("kmeans", settings);
  SerialRun one(*program, rows, 2, 1), three(*program, rows, 2, 3);
  one.run();
  three.run();
  const auto results = program->results(one.state());
  auto sizes = result(results, "sizes");
  BOOST_TEST(one.output() == three.output());
  std::ranges::sort(sizes);
  BOOST_TEST(sizes == std::vector<double>({0, 0, 2250, 2250, 2250, 2250}), boost::test_tools::per_element());
  BOOST_TEST(result(results, "inertia")[0] < 1e-20);
  BOOST_TEST(*program->settled(one.state()));
  BOOST_TEST(program->warnings(one.state()).at(0).starts_with("2 of 6 clusters are empty"));
}

BOOST_AUTO_TEST_CASE(kmeans_is_the_same_at_any_scale) {
  const auto rows = test::rows_around_places(3000, 2, 4);
  const auto program = make_program("kmeans", settings_for(3000, 2));
  SerialRun plain(*program, rows, 2);
  plain.run();
  for (const int exponent : {-900, -600, 600, 1000}) {
    auto scaled = rows;
    for (double& x : scaled) x = std::ldexp(x, exponent);
    SerialRun run(*program, scaled, 2);
    if (exponent > 500) {
      BOOST_TEST(fails_with("larger than any double", [&] { run.run(); }));
      continue;
    }
    run.run();
    BOOST_TEST(run.output() == plain.output());
    BOOST_TEST(program->warnings(run.state()).at(0).find("smaller than any double") != std::string::npos);
    BOOST_TEST(result(program->results(run.state()), "centroids")[0] ==
               std::ldexp(result(program->results(plain.state()), "centroids")[0], exponent));
  }
}

BOOST_AUTO_TEST_CASE(kmeans_sees_points_beside_a_centroid_that_is_far_away) {
  std::vector<double> rows;
  for (int i = 0; i < 90; ++i) rows.push_back(1e-200 * (i % 3));
  Settings settings = settings_for(90, 1, 3);
  settings.centroids = {0, 1e-200, 1};
  auto [program, run] = Finished("kmeans", settings, rows);
  BOOST_TEST(result(program->results(run.state()), "sizes") == std::vector<double>({30, 30, 30}),
             boost::test_tools::per_element());
  settings.centroids = {0, 1e-200, 1e300};
  const auto impossible = make_program("kmeans", settings);
  SerialRun farther(*impossible, rows, 1);
  BOOST_TEST(fails_with("farther from the points", [&] { farther.run(); }));
}

BOOST_AUTO_TEST_CASE(kmeans_tells_points_apart_that_differ_in_their_last_digits) {
  // Ten seconds of one minute as 14 digits fall into clusters as 0 to 9 do.
  const auto clustered = [](double first, const std::vector<double>& centroids) {
    std::vector<double> rows;
    for (int i = 0; i < 10; ++i) rows.push_back(first + i);
    Settings settings = settings_for(10, 1, 3);
    settings.centroids = centroids;
    auto [program, run] = Finished("kmeans", settings, rows);
    BOOST_TEST(program->warnings(run.state()).empty());
    const auto results = program->results(run.state());
    BOOST_TEST(result(results, "inertia")[0] == 9);
    return result(results, "sizes");
  };
  const std::vector<double> expected{4, 3, 3};
  BOOST_TEST(clustered(0, {0, -100, -101}) == expected, boost::test_tools::per_element());
  BOOST_TEST(clustered(20240101120000, {20240101120000, 0, 1}) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(kmeans_tells_points_from_the_rounding_of_their_mean) {
  // Two places so close that the mean of many equal points could be off by as much; then one place alone.
  for (const double step : {0x1p-50, 0.0}) {
    std::vector<double> rows;
    for (int i = 0; i < 10000; ++i) rows.push_back(1.1 + step * (i % 2));
    Settings settings = settings_for(10000, 1, 2);
    settings.centroids = {1.1, 100};
    auto [program, run] = Finished("kmeans", settings, rows);
    const auto results = program->results(run.state());
    BOOST_TEST(result(results, "sizes")[0] == (step > 0 ? 5000 : 10000));
    BOOST_TEST(program->warnings(run.state()).size() == (step > 0 ? 0U : 1U));
    BOOST_TEST(*program->settled(run.state()));
  }
}

BOOST_AUTO_TEST_CASE(kmeans_takes_numbers_whose_sums_or_scaled_sizes_are_no_doubles) {
  Settings settings = settings_for(3, 2, 2);
  const auto program = make_program("kmeans", settings);
  SerialRun large(*program, {1.7e308, 1, 1.7e308, 2, 1.7e308, 4}, 2);
  large.run();
  BOOST_TEST(result(program->results(large.state()), "inertia")[0] == 0.5);
  SerialRun close(*program, {1e300, 1e-200, 1e300, 2e-200, 1e300, 3e-200}, 2);
  BOOST_TEST(fails_with("too close to each other for numbers as large", [&] { close.run(); }));
}

BOOST_AUTO_TEST_SUITE_END()
