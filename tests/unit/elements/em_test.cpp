// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "../cases.hpp"
#include "elements/programs/methods.hpp"
#include "program_runs.hpp"

BOOST_AUTO_TEST_SUITE(em_program)

using namespace uneven::elements;
using namespace uneven::elements::test;

BOOST_AUTO_TEST_CASE(em_likelihood_never_falls_and_weights_add_up_to_one) {
  uneven::test::for_seeds(8, [&](std::mt19937&, unsigned seed) {
    const auto rows = test::rows_around_places(6000, 3, seed);
    Settings settings = settings_for(6000, 3);
    settings.variance_floor = 0;
    settings.iterations = 15;
    settings.seed = seed;
    const auto program = make_program("em", settings);
    SerialRun run(*program, rows, 3);
    run_and_check(*program, run, -HUGE_VAL, [](double before, double now) { BOOST_TEST(now >= before - 1e-10); });
    double total = 0;
    const auto results = program->results(run.state());
    for (const double weight : result(results, "weights")) total += weight;
    BOOST_TEST(total == 1.0, boost::test_tools::tolerance(1e-12));
  });
}

BOOST_AUTO_TEST_CASE(em_with_one_component_is_mean_and_covariance) {
  const auto rows = test::rows_around_places(9000, 2, 3);
  Settings settings = settings_for(9000, 2, 1);
  settings.variance_floor = 0;
  auto [program, run] = Finished("em", settings, rows);
  double mean[2] = {}, products[3] = {};
  for (std::size_t i = 0; i < 9000; ++i)
    for (std::size_t j = 0; j < 2; ++j) mean[j] += rows[2 * i + j] / 9000;
  for (std::size_t i = 0; i < 9000; ++i) {
    const double x = rows[2 * i] - mean[0], y = rows[2 * i + 1] - mean[1];
    products[0] += x * x / 9000, products[1] += x * y / 9000, products[2] += y * y / 9000;
  }
  const auto results = program->results(run.state());
  const auto& covariance = result(results, "covariances");
  BOOST_TEST(result(results, "means")[1] == mean[1], boost::test_tools::tolerance(1e-10));
  BOOST_TEST(covariance[0] == products[0], boost::test_tools::tolerance(1e-10));
  BOOST_TEST(covariance[1] == products[1], boost::test_tools::tolerance(1e-10));
  BOOST_TEST(covariance[3] == products[2], boost::test_tools::tolerance(1e-10));
}

BOOST_AUTO_TEST_CASE(em_has_the_covariance_of_points_far_from_its_first_means) {
  const std::vector<double> rows{0, 0, 1, 0, 0, 1, 2, 2, 3, 1};
  for (const double far : {10., 1e4, 3e7, 1e8}) {
    Settings settings = settings_for(5, 2, 1);
    settings.iterations = 1;
    settings.centroids = {far, far};
    const auto program = make_program("em", settings);
    SerialRun run(*program, rows, 2);
    if (far > 1e5) {
      BOOST_TEST(fails_with("expected centroids among the points", [&] { run.run(); }));
      continue;
    }
    run.run();
    const auto results = program->results(run.state());
    const double expected[] = {1.36 + 1e-6, 0.44, 0.44, 0.56 + 1e-6};
    for (std::size_t i = 0; i < 4; ++i)
      BOOST_TEST(result(results, "covariances")[i] == expected[i], boost::test_tools::tolerance(1e-9));
    BOOST_TEST(result(results, "means")[0] == 1.2, boost::test_tools::tolerance(1e-9));
  }
}

BOOST_AUTO_TEST_CASE(em_leaves_a_component_far_from_all_points_as_it_began) {
  Settings settings = settings_for(5, 2, 2);
  settings.centroids = {0, 0, 1e9, 1e9};
  auto [program, run] = Finished("em", settings, {0, 0, 1, 0, 0, 1, 2, 2, 3, 1});
  BOOST_TEST(program->warnings(run.state()).at(0).starts_with("1 of 2 components have no points"));
  BOOST_TEST(result(program->results(run.state()), "covariances")[4] == 1.36 + 1e-6,
             boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(em_has_the_covariances_of_small_groups_that_are_far_apart) {
  // The means come from halfway between the groups: moments about the means before them have lost all digits.
  uneven::test::for_seeds(8, [&](std::mt19937&, unsigned seed) {
    auto rows = test::rows_around_places(2000, 1, seed);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = rows[i] * 0x1p-10 + (i % 2 ? 0x1p30 : 0);
    Settings settings = settings_for(2000, 1, 2);
    settings.variance_floor = 0;
    settings.seed = seed;
    auto [program, run] = Finished("em", settings, rows);
    const auto results = program->results(run.state());
    const std::size_t low = result(results, "means")[0] < 1 ? 0 : 1;
    double mean = 0, variance = 0;
    for (std::size_t i = 0; i < rows.size(); i += 2) mean += rows[i] / 1000;
    for (std::size_t i = 0; i < rows.size(); i += 2) variance += (rows[i] - mean) * (rows[i] - mean) / 1000;
    BOOST_TEST(result(results, "covariances")[low] == variance, boost::test_tools::tolerance(1e-6));
  });
}

BOOST_AUTO_TEST_CASE(em_reports_the_likelihood_of_its_parameters) {
  const auto rows = test::rows_around_places(3000, 1, 6);
  Settings settings = settings_for(3000, 1, 2);
  settings.iterations = 3;
  auto [program, run] = Finished("em", settings, rows);
  const auto results = program->results(run.state());
  const auto &w = result(results, "weights"), &m = result(results, "means"), &v = result(results, "covariances");
  double sum = 0;
  for (const double x : rows) {
    double density = 0;
    for (std::size_t c = 0; c < 2; ++c)
      density += w[c] * std::exp(-0.5 * std::pow(x - m[c], 2) / v[c]) / std::sqrt(2 * std::acos(-1) * v[c]);
    sum += std::log(density) / 3000;
  }
  BOOST_TEST(result(results, "log_likelihood")[0] == sum, boost::test_tools::tolerance(1e-11));
  BOOST_TEST(*program->settled(run.state()) == false);
}

BOOST_AUTO_TEST_CASE(em_says_what_its_components_lack) {
  // Two places without width: each component's covariance is what the floor adds.
  std::vector<double> rows;
  for (int i = 0; i < 200; ++i) rows.push_back(i % 2);
  Settings settings = settings_for(200, 1, 2);
  auto [program, run] = Finished("em", settings, rows);
  BOOST_TEST(*program->settled(run.state()));
  BOOST_TEST(program->warnings(run.state()).at(0).starts_with("2 of 2 components have no more variance"));
  for (double& x : rows) x *= 1e150;
  SerialRun large(*program, rows, 1);
  BOOST_TEST(fails_with("1e+150 in size", [&] { large.run(); }));
}

BOOST_AUTO_TEST_SUITE_END()
