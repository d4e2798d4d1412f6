#include "elements/programs.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <set>

#include "base/error.hpp"
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
        if (program->iterations(run.state()) == 0) continue;
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
    const auto& centroids = run.state().multicast[0];
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
        if (program->iterations(run.state()) == 0) continue;
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
  settings.iterations = 5000;
  settings.tolerance = 1e-7;
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
