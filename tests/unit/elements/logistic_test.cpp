// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "../cases.hpp"
#include "elements/programs/methods.hpp"
#include "program_runs.hpp"

BOOST_AUTO_TEST_SUITE(logistic_program)

using namespace uneven::elements;
using namespace uneven::elements::test;

BOOST_AUTO_TEST_CASE(logistic_gradient_goes_to_zero) {
  const auto rows = test::rows_around_places(4000, 2, 8, true);
  Settings settings = settings_for(4000, 3);
  auto [program, run] = Finished("logistic", settings, rows);
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
  auto [program, run] = Finished("logistic", settings_for(3000, 4), rows);
  BOOST_TEST(*program->settled(run.state()));
}

BOOST_AUTO_TEST_CASE(logistic_penalises_the_weights_of_the_columns_given) {
  // At the optimum the gradient of the mean loss is minus l2 times the weight, and 0 for the constant.
  auto rows = test::rows_around_places(1500, 2, 7, true);
  for (std::size_t i = 0; i < rows.size(); i += 3) rows[i] *= 100;
  Settings settings = settings_for(1500, 3);
  settings.l2 = 0.3;
  auto [program, run] = Finished("logistic", settings, rows);
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
    auto [program, run] = Finished("logistic", settings, rows);
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
    auto [program, run] = Finished("logistic", settings, rows);
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
  uneven::test::for_seeds(8, [&](std::mt19937&, unsigned seed) {
    Settings settings = settings_for(500, 3);
    settings.tolerance = 0.1;
    const auto program = make_program("logistic", settings);
    SerialRun run(*program, test::rows_around_places(500, 2, seed, true), 3);
    run.run();
    BOOST_TEST(*program->settled(run.state()));
    BOOST_TEST(program->warnings(run.state()).empty());
  });
}

BOOST_AUTO_TEST_CASE(logistic_says_that_samples_can_be_separated) {
  const std::vector<double> apart{-2, 0, -1, 0, 1, 1, 3, 1}, touching{-2, 0, 0, 0, 0, 1, 3, 1};
  for (const auto& [rows, word] : {std::pair(apart, "can be separated"), std::pair(touching, "part of the samples")}) {
    Settings settings = settings_for(4, 2);
    auto [program, run] = Finished("logistic", settings, rows);
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
  auto [program, run] = Finished("logistic", settings_for(4, 3), constant);
  BOOST_TEST(*program->settled(run.state()));
  BOOST_TEST(result(program->results(run.state()), "weights")[0] == 0);
}

BOOST_AUTO_TEST_SUITE_END()
