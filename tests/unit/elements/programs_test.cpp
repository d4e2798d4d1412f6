// SPDX-License-Identifier: MIT
#include "elements/programs.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <set>

#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "elements/serial.hpp"
#include "made_up.hpp"

BOOST_AUTO_TEST_SUITE(programs)

using namespace uneven::elements;

namespace {

Settings settings_for(std::int64_t elements, int columns) {
  Settings settings;
  settings.elements = elements;
  settings.columns = columns;
  settings.clusters = 4;
  return settings;
}

const std::vector<double>& result(const std::vector<Result>& results, const std::string& name) {
  return std::find_if(results.begin(), results.end(), [&](const Result& r) { return r.name == name; })->values;
}

bool fails_with(const std::string& part, const std::function<void()>& work) {
  try {
    work();
  } catch (const uneven::InputError& e) {
    BOOST_TEST_MESSAGE(e.what());
    return std::string(e.what()).find(part) != std::string::npos;
  }
  return false;
}

}  // namespace

BOOST_AUTO_TEST_CASE(one_and_three_threads_give_the_same_bits) {
  for (const std::string name : {"kmeans", "em", "logistic"}) {
    const bool label = name == "logistic";
    const auto rows = test::rows_around_places(30001, 3, 11, label);
    Settings settings = settings_for(30001, 3 + label);
    settings.iterations = 6;
    const auto program = make_program(name, settings);
    SerialRun one(*program, rows, settings.columns, 1), three(*program, rows, settings.columns, 3);
    one.run();
    three.run();
    const auto a = program->results(one.state()), b = program->results(three.state());
    for (std::size_t i = 0; i < a.size(); ++i) BOOST_TEST(a[i].values == b[i].values, boost::test_tools::per_element());
    BOOST_TEST(one.output() == three.output());
  }
}

BOOST_AUTO_TEST_CASE(kmeans_objective_never_rises_and_labels_are_the_nearest) {
  for (unsigned seed = 0; seed < 8; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      const auto rows = test::rows_around_places(5000, 2, seed);
      Settings settings = settings_for(5000, 2);
      settings.seed = seed;
      const auto program = make_program("kmeans", settings);
      SerialRun run(*program, rows, 2);
      double before = HUGE_VAL;
      while (run.superstep()) {
        if (program->iterations(run.state()) < 0) continue;
        BOOST_TEST(program->objective(run.state()) <= before * (1 + 1e-12));
        before = program->objective(run.state());
      }
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
    }
  }
}

BOOST_AUTO_TEST_CASE(a_run_that_is_stopped_at_any_time_has_an_output) {
  const auto rows = test::rows_around_places(1000, 2, 1);
  for (const std::string name : {"kmeans", "em"})
    for (int supersteps = 0; supersteps < 12; ++supersteps)
      BOOST_TEST_CONTEXT(name << " stopped after " << supersteps) {
        const auto program = make_program(name, settings_for(1000, 2));
        SerialRun run(*program, rows, 2);
        for (int i = 0; i < supersteps; ++i) run.superstep();
        const auto labels = run.output();
        BOOST_TEST(std::ranges::min(labels) >= 0);
        BOOST_TEST(std::ranges::max(labels) < 4);
      }
}

BOOST_AUTO_TEST_CASE(without_a_tolerance_all_iterations_are_done) {
  const auto rows = test::rows_around_places(500, 2, 1);
  for (const std::string name : {"kmeans", "em"}) {
    Settings settings = settings_for(500, 2);
    settings.tolerance = 0;
    settings.iterations = 300;
    const auto program = make_program(name, settings);
    SerialRun run(*program, rows, 2);
    while (run.superstep()) continue;
    BOOST_TEST(program->iterations(run.state()) == 300);
  }
}

BOOST_AUTO_TEST_CASE(seeding_takes_points_and_no_place_twice) {
  // Five places, each with many equal points: k-means++ never chooses a point at distance 0.
  std::vector<double> rows;
  for (int i = 0; i < 20000; ++i) rows.push_back(i % 5 * (i % 5));
  for (unsigned seed = 0; seed < 50; ++seed) {
    Settings settings = settings_for(20000, 1);
    settings.clusters = 5;
    settings.iterations = 0;
    settings.seed = seed;
    const auto program = make_program("kmeans", settings);
    SerialRun run(*program, rows, 1);
    run.run();
    const auto results = program->results(run.state());
    const auto& centroids = result(results, "centroids");
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
    Settings settings = settings_for(12288, 1);
    settings.clusters = 2;
    settings.iterations = 0;
    settings.seed = seed;
    const auto program = make_program("kmeans", settings);
    SerialRun run(*program, rows, 1);
    run.run();
    const auto results = program->results(run.state());
    const auto& centroids = result(results, "centroids");
    if (centroids[0] == 0) (centroids[1] == 1 ? near : far) += 1;
  }
  // About 500 trials of probability 0.1: five standard deviations are 0.067.
  BOOST_TEST(near + far > 400);
  BOOST_TEST(std::abs(double(near) / (near + far) - 0.1) < 0.067);
}

BOOST_AUTO_TEST_CASE(em_likelihood_never_falls_and_weights_add_up_to_one) {
  for (unsigned seed = 0; seed < 8; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      const auto rows = test::rows_around_places(6000, 3, seed);
      Settings settings = settings_for(6000, 3);
      settings.variance_floor = 0;
      settings.iterations = 15;
      settings.seed = seed;
      const auto program = make_program("em", settings);
      SerialRun run(*program, rows, 3);
      double before = -HUGE_VAL;
      while (run.superstep()) {
        if (program->iterations(run.state()) < 0) continue;
        BOOST_TEST(program->objective(run.state()) >= before - 1e-10);
        before = program->objective(run.state());
      }
      double total = 0;
      const auto results = program->results(run.state());
      for (const double weight : result(results, "weights")) total += weight;
      BOOST_TEST(total == 1.0, boost::test_tools::tolerance(1e-12));
    }
  }
}

BOOST_AUTO_TEST_CASE(em_with_one_component_is_mean_and_covariance) {
  const auto rows = test::rows_around_places(9000, 2, 3);
  Settings settings = settings_for(9000, 2);
  settings.clusters = 1;
  settings.variance_floor = 0;
  const auto program = make_program("em", settings);
  SerialRun run(*program, rows, 2);
  run.run();
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

BOOST_AUTO_TEST_CASE(logistic_gradient_goes_to_zero) {
  const auto rows = test::rows_around_places(4000, 2, 8, true);
  Settings settings = settings_for(4000, 3);
  const auto program = make_program("logistic", settings);
  SerialRun run(*program, rows, 3);
  run.run();
  const auto results = program->results(run.state());
  const auto& w = result(results, "weights");
  double gradient[3] = {};
  for (std::size_t i = 0; i < 4000; ++i) {
    const double* x = &rows[3 * i];
    const double r = 1 / (1 + std::exp(-(w[0] * x[0] + w[1] * x[1] + w[2]))) - x[2];
    gradient[0] += r * x[0] / 4000, gradient[1] += r * x[1] / 4000, gradient[2] += r / 4000;
  }
  for (const double g : gradient) BOOST_TEST(std::abs(g) < 1.1e-7);
  BOOST_TEST(run.output()[0] == 1 / (1 + std::exp(-(w[0] * rows[0] + w[1] * rows[1] + w[2]))),
             boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(kmeans_reports_one_state) {
  // Sizes, labels and inertia are those of the centroids given, after any number of iterations.
  const auto rows = test::rows_around_places(5000, 2, 3);
  for (const std::int64_t iterations : {0, 1, 2, 5}) {
    Settings settings = settings_for(5000, 2);
    settings.iterations = iterations;
    const auto program = make_program("kmeans", settings);
    SerialRun run(*program, rows, 2);
    run.run();
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
  Settings settings = settings_for(300, 1);
  settings.clusters = 5;
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
  Settings settings = settings_for(9000, 2);
  settings.clusters = 6;
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
  Settings settings = settings_for(90, 1);
  settings.clusters = 3;
  settings.centroids = {0, 1e-200, 1};
  const auto program = make_program("kmeans", settings);
  SerialRun run(*program, rows, 1);
  run.run();
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
    Settings settings = settings_for(10, 1);
    settings.clusters = 3;
    settings.centroids = centroids;
    const auto program = make_program("kmeans", settings);
    SerialRun run(*program, rows, 1);
    run.run();
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
    Settings settings = settings_for(10000, 1);
    settings.clusters = 2;
    settings.centroids = {1.1, 100};
    const auto program = make_program("kmeans", settings);
    SerialRun run(*program, rows, 1);
    run.run();
    const auto results = program->results(run.state());
    BOOST_TEST(result(results, "sizes")[0] == (step > 0 ? 5000 : 10000));
    BOOST_TEST(program->warnings(run.state()).size() == (step > 0 ? 0U : 1U));
    BOOST_TEST(*program->settled(run.state()));
  }
}

BOOST_AUTO_TEST_CASE(kmeans_takes_numbers_whose_sums_or_scaled_sizes_are_no_doubles) {
  Settings settings = settings_for(3, 2);
  settings.clusters = 2;
  const auto program = make_program("kmeans", settings);
  SerialRun large(*program, {1.7e308, 1, 1.7e308, 2, 1.7e308, 4}, 2);
  large.run();
  BOOST_TEST(result(program->results(large.state()), "inertia")[0] == 0.5);
  SerialRun close(*program, {1e300, 1e-200, 1e300, 2e-200, 1e300, 3e-200}, 2);
  BOOST_TEST(fails_with("too close to each other for numbers as large", [&] { close.run(); }));
}

BOOST_AUTO_TEST_CASE(em_has_the_covariance_of_points_far_from_its_first_means) {
  const std::vector<double> rows{0, 0, 1, 0, 0, 1, 2, 2, 3, 1};
  for (const double far : {10., 1e4, 3e7, 1e8}) {
    Settings settings = settings_for(5, 2);
    settings.clusters = 1;
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
  Settings settings = settings_for(5, 2);
  settings.clusters = 2;
  settings.centroids = {0, 0, 1e9, 1e9};
  const auto program = make_program("em", settings);
  SerialRun run(*program, {0, 0, 1, 0, 0, 1, 2, 2, 3, 1}, 2);
  run.run();
  BOOST_TEST(program->warnings(run.state()).at(0).starts_with("1 of 2 components have no points"));
  BOOST_TEST(result(program->results(run.state()), "covariances")[4] == 1.36 + 1e-6,
             boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(em_has_the_covariances_of_small_groups_that_are_far_apart) {
  // The means come from halfway between the groups: moments about the means before them have lost all digits.
  for (unsigned seed = 0; seed < 8; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      auto rows = test::rows_around_places(2000, 1, seed);
      for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = rows[i] * 0x1p-10 + (i % 2 ? 0x1p30 : 0);
      Settings settings = settings_for(2000, 1);
      settings.clusters = 2;
      settings.variance_floor = 0;
      settings.seed = seed;
      const auto program = make_program("em", settings);
      SerialRun run(*program, rows, 1);
      run.run();
      const auto results = program->results(run.state());
      const std::size_t low = result(results, "means")[0] < 1 ? 0 : 1;
      double mean = 0, variance = 0;
      for (std::size_t i = 0; i < rows.size(); i += 2) mean += rows[i] / 1000;
      for (std::size_t i = 0; i < rows.size(); i += 2) variance += (rows[i] - mean) * (rows[i] - mean) / 1000;
      BOOST_TEST(result(results, "covariances")[low] == variance, boost::test_tools::tolerance(1e-6));
    }
  }
}

BOOST_AUTO_TEST_CASE(em_reports_the_likelihood_of_its_parameters) {
  const auto rows = test::rows_around_places(3000, 1, 6);
  Settings settings = settings_for(3000, 1);
  settings.clusters = 2;
  settings.iterations = 3;
  const auto program = make_program("em", settings);
  SerialRun run(*program, rows, 1);
  run.run();
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
  Settings settings = settings_for(200, 1);
  settings.clusters = 2;
  const auto program = make_program("em", settings);
  SerialRun run(*program, rows, 1);
  run.run();
  BOOST_TEST(*program->settled(run.state()));
  BOOST_TEST(program->warnings(run.state()).at(0).starts_with("2 of 2 components have no more variance"));
  for (double& x : rows) x *= 1e150;
  SerialRun large(*program, rows, 1);
  BOOST_TEST(fails_with("1e+150 in size", [&] { large.run(); }));
}

BOOST_AUTO_TEST_CASE(logistic_settles_on_columns_of_any_scale) {
  // The same samples with columns moved and scaled: the weights are those of the samples before, moved and scaled back.
  const auto rows = test::rows_around_places(2000, 3, 12, true);
  const auto program = make_program("logistic", settings_for(2000, 4));
  SerialRun plain(*program, rows, 4);
  plain.run();
  const auto expected = result(program->results(plain.state()), "weights");
  const double scale[] = {1e-200, 1e5, 1e150}, centre[] = {0, 3e7, -2e151};
  auto moved = rows;
  for (std::size_t i = 0; i < moved.size(); ++i)
    if (i % 4 < 3) moved[i] = rows[i] * scale[i % 4] + centre[i % 4];
  SerialRun run(*program, moved, 4);
  run.run();
  BOOST_TEST(*program->settled(run.state()));
  BOOST_TEST(program->iterations(run.state()) < 40);
  BOOST_TEST(program->warnings(run.state()).empty());
  const auto weights = result(program->results(run.state()), "weights");
  double constant = expected[3];
  for (std::size_t j = 0; j < 3; ++j) {
    BOOST_TEST(weights[j] * scale[j] == expected[j], boost::test_tools::tolerance(1e-6));
    constant -= expected[j] * (centre[j] / scale[j]);
  }
  BOOST_TEST(weights[3] == constant, boost::test_tools::tolerance(1e-6));
}

BOOST_AUTO_TEST_CASE(logistic_settles_where_columns_depend_on_each_other) {
  // x, x^2 and x^3 on 2 to 3: nearly a plane.
  std::vector<double> rows;
  const auto x = test::rows_around_places(3000, 1, 5, true);
  for (std::size_t i = 0; i < 3000; ++i) {
    const double t = 2.5 + 0.1 * x[2 * i];
    rows.insert(rows.end(), {t, t * t, t * t * t, x[2 * i + 1]});
  }
  const auto program = make_program("logistic", settings_for(3000, 4));
  SerialRun run(*program, rows, 4);
  run.run();
  BOOST_TEST(*program->settled(run.state()));
}

BOOST_AUTO_TEST_CASE(logistic_penalises_the_weights_of_the_columns_given) {
  // At the optimum the gradient of the mean loss is minus l2 times the weight, and 0 for the constant.
  auto rows = test::rows_around_places(1500, 2, 7, true);
  for (std::size_t i = 0; i < rows.size(); i += 3) rows[i] *= 100;
  Settings settings = settings_for(1500, 3);
  settings.l2 = 0.3;
  const auto program = make_program("logistic", settings);
  SerialRun run(*program, rows, 3);
  run.run();
  BOOST_TEST(*program->settled(run.state()));
  const auto w = result(program->results(run.state()), "weights");
  double gradient[3] = {};
  for (std::size_t i = 0; i < 1500; ++i) {
    const double* x = &rows[3 * i];
    const double r = 1 / (1 + std::exp(-(w[0] * x[0] + w[1] * x[1] + w[2]))) - x[2];
    gradient[0] += r * x[0] / 1500, gradient[1] += r * x[1] / 1500, gradient[2] += r / 1500;
  }
  BOOST_TEST(std::abs(gradient[0] + 0.3 * w[0]) < 1e-5);
  BOOST_TEST(std::abs(gradient[1] + 0.3 * w[1]) < 1e-7);
  BOOST_TEST(std::abs(gradient[2]) < 1e-7);
}

BOOST_AUTO_TEST_CASE(logistic_measures_its_gradient_at_variance_1_whatever_the_penalty) {
  // Of four samples at 1 to 4 units the gradient at 0 is -1/4 unit; the best weight is it over the penalty, if that is
  // large.
  for (const auto& [unit, penalty] : {std::pair(1e-8, 1.0), {1.0, 1e16}, {1.0, 1e8}}) {
    const std::vector<double> rows{unit, 0, 2 * unit, 1, 3 * unit, 0, 4 * unit, 1};
    Settings settings = settings_for(4, 2);
    settings.l2 = penalty;
    const auto program = make_program("logistic", settings);
    SerialRun run(*program, rows, 2);
    run.run();
    BOOST_TEST(*program->settled(run.state()));
    BOOST_TEST(result(program->results(run.state()), "weights")[0] == unit / 4 / penalty,
               boost::test_tools::tolerance(1e-7));
    settings.iterations = 1;
    const auto first = make_program("logistic", settings);
    SerialRun stopped(*first, rows, 2);
    stopped.run();
    BOOST_TEST(!*first->settled(stopped.state()));
    BOOST_TEST(result(first->results(stopped.state()), "gradient_norm")[0] == 0.25 / std::sqrt(1.25),
               boost::test_tools::tolerance(1e-7));
  }
}

BOOST_AUTO_TEST_CASE(logistic_settles_on_penalised_columns_of_any_scale) {
  for (const double penalty : {1e-6, 1e-2, 1e2, 1e6, 1e10}) {
    auto rows = test::rows_around_places(1500, 3, 21, true);
    for (std::size_t i = 0; i < rows.size(); i += 4) rows[i] *= 1e4, rows[i + 2] *= 1e-4;
    Settings settings = settings_for(1500, 4);
    settings.l2 = penalty;
    const auto program = make_program("logistic", settings);
    SerialRun run(*program, rows, 4);
    run.run();
    BOOST_TEST(*program->settled(run.state()));
    const auto w = result(program->results(run.state()), "weights");
    for (std::size_t j = 0; j < 3; ++j) {
      double gradient = penalty * w[j], mean = 0, square = 0;
      for (std::size_t i = 0; i < 1500; ++i) {
        const double* x = &rows[4 * i];
        const double r = 1 / (1 + std::exp(-(w[0] * x[0] + w[1] * x[1] + w[2] * x[2] + w[3]))) - x[3];
        gradient += r * x[j] / 1500, mean += x[j] / 1500, square += x[j] * x[j] / 1500;
      }
      BOOST_TEST(std::abs(gradient) / std::sqrt(square - mean * mean) < 1e-7);
    }
  }
}

BOOST_AUTO_TEST_CASE(logistic_does_not_take_an_early_end_for_samples_that_can_be_separated) {
  for (unsigned seed = 0; seed < 8; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      Settings settings = settings_for(500, 3);
      settings.tolerance = 0.1;
      const auto program = make_program("logistic", settings);
      SerialRun run(*program, test::rows_around_places(500, 2, seed, true), 3);
      run.run();
      BOOST_TEST(*program->settled(run.state()));
      BOOST_TEST(program->warnings(run.state()).empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(logistic_says_that_samples_can_be_separated) {
  const std::vector<double> apart{-2, 0, -1, 0, 1, 1, 3, 1}, touching{-2, 0, 0, 0, 0, 1, 3, 1};
  for (const auto& [rows, word] : {std::pair(apart, "can be separated"), std::pair(touching, "part of the samples")}) {
    Settings settings = settings_for(4, 2);
    const auto program = make_program("logistic", settings);
    SerialRun run(*program, rows, 2);
    run.run();
    BOOST_TEST(program->warnings(run.state()).at(0).find(word) != std::string::npos);
    settings.l2 = 0.1;
    const auto penalised = make_program("logistic", settings);
    SerialRun settles(*penalised, rows, 2);
    settles.run();
    BOOST_TEST(*penalised->settled(settles.state()));
    BOOST_TEST(penalised->warnings(settles.state()).empty());
  }
  // A column that does not change has no weight, and does not keep the others from settling.
  const std::vector<double> constant{0.1, 1, 0, 0.1, 2, 1, 0.1, 3, 0, 0.1, 4, 1};
  const auto program = make_program("logistic", settings_for(4, 3));
  SerialRun run(*program, constant, 3);
  run.run();
  BOOST_TEST(*program->settled(run.state()));
  BOOST_TEST(result(program->results(run.state()), "weights")[0] == 0);
}

BOOST_AUTO_TEST_CASE(pagerank_of_a_small_graph_solves_its_equation) {
  // 0 -> 1, 1 -> 2, 2 -> 0, 2 -> 1; 3 has no edges at all.
  Settings settings = settings_for(4, 0);
  settings.tolerance = 1e-15;
  settings.iterations = 1000;
  const auto program = make_program("pagerank", settings);
  SerialRun run(*program, {}, 0);
  Block& block = *run.blocks(0)[0];
  block.link_start = {0, 1, 2, 4, 4};
  block.links = {1, 2, 0, 1};
  run.run();
  BOOST_TEST(*program->settled(run.state()));
  const auto r = run.output();
  const double base = 0.15 / 4 + 0.85 * r[3] / 4;
  BOOST_TEST(r[0] == base + 0.85 * r[2] / 2, boost::test_tools::tolerance(1e-13));
  BOOST_TEST(r[1] == base + 0.85 * (r[0] + r[2] / 2), boost::test_tools::tolerance(1e-13));
  BOOST_TEST(r[2] == base + 0.85 * r[1], boost::test_tools::tolerance(1e-13));
  BOOST_TEST(r[3] == base, boost::test_tools::tolerance(1e-13));
}

BOOST_AUTO_TEST_CASE(bad_input_is_said) {
  const auto few = settings_for(3, 2);
  BOOST_TEST(fails_with("4 clusters for 3 points", [&] { make_program("kmeans", few); }));
  BOOST_TEST(fails_with("4 clusters for 3 points", [&] { make_program("em", few); }));
  BOOST_TEST(fails_with("unknown", [&] { make_program("kmean", few); }));
  const auto labels = make_program("logistic", settings_for(2, 2));
  BOOST_TEST(fails_with("row 2: the label is 2", [&] { SerialRun(*labels, {1, 0, 1, 2}, 2); }));
  // All points on a line, and no floor.
  std::vector<double> line;
  for (int i = 0; i < 100; ++i) line.insert(line.end(), {double(i), 2.0 * i});
  Settings settings = settings_for(100, 2);
  settings.variance_floor = 0;
  const auto em = make_program("em", settings);
  SerialRun run(*em, line, 2);
  BOOST_TEST(fails_with("covariance is singular", [&] { run.run(); }));
  settings.variance_floor = 1e-6;
  const auto floored = make_program("em", settings);
  SerialRun(*floored, line, 2).run();
}

BOOST_AUTO_TEST_CASE(numbers_of_hidden_data_are_not_shown) {
  const auto labels = make_program("logistic", settings_for(1, 2));
  const auto em = make_program("em", settings_for(4, 1));
  uneven::hide_data();
  const bool label = fails_with("row 1: the label is ...; expected", [&] { SerialRun(*labels, {1, 777777}, 2); });
  const bool largest = fails_with("largest number of the data is ... in size", [&] {
    SerialRun(*em, {0, 1, 2, 7.77e305}, 1).run();
  });
  uneven::hide_data(false);
  BOOST_TEST(label);
  BOOST_TEST(largest);
}

BOOST_AUTO_TEST_CASE(a_run_can_go_on_from_each_of_its_states_and_from_no_other) {
  constexpr int run_of_kmeans = 2, run_of_em = 2, model = 1;
  for (const auto& [name, last] : {std::pair("kmeans", run_of_kmeans), {"em", run_of_em}, {"logistic", model}}) {
    BOOST_TEST_CONTEXT(name) {
      const bool label = name == std::string("logistic");
      const auto rows = test::rows_around_places(500, 3, 11, label);
      Settings settings = settings_for(500, 3 + label);
      settings.iterations = 3;
      const auto program = make_program(name, settings);
      SerialRun run(*program, rows, settings.columns);
      BOOST_TEST(program->can_resume(run.state(), -1));
      while (run.superstep())
        if (program->iterations(run.state()) > 0) BOOST_TEST(program->can_resume(run.state(), last));
      State state = run.state();
      BOOST_TEST(!program->can_resume(state, 0));
      state.multicast[0].pop_back();
      BOOST_TEST(!program->can_resume(state, last));
      for (std::size_t i = 0; i < run.state().values[static_cast<std::size_t>(last)].size(); ++i) {
        state = run.state();
        state.values[static_cast<std::size_t>(last)][i] = std::nan("");
        BOOST_TEST_CONTEXT("number " << i) BOOST_TEST(!program->can_resume(state, last));
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
