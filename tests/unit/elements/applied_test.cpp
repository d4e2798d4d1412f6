// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "program_runs.hpp"

BOOST_AUTO_TEST_SUITE(applied_models)

using namespace uneven::elements;
using namespace uneven::elements::test;

namespace {

/// Settings that apply a model to data of so many columns.
Settings applied_to(std::int64_t elements, int columns, std::vector<double> model) {
  Settings settings = settings_for(elements, columns);
  settings.iterations = 0;
  settings.model = std::move(model);
  return settings;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_line_is_applied_and_scored) {
  // y = 2 x - 1 at 0 .. 9999, several blocks; every other target is 1 too large.
  std::vector<double> inputs, rows;
  for (int i = 0; i < 10000; ++i) {
    inputs.push_back(i);
    rows.insert(rows.end(), {double(i), 2.0 * i - 1 + i % 2});
  }
  auto [program, run] = Finished("linear", applied_to(10000, 1, {2, -1}), inputs);
  const std::vector<double> output = run.output();
  for (int i = 0; i < 10000; ++i) BOOST_TEST(output[std::size_t(i)] == 2 * i - 1);
  BOOST_TEST(program->results(run.state()).size() == 1);
  auto [scoring, scored] = Finished("linear", applied_to(10000, 2, {2, -1}), rows);
  const auto results = scoring->results(scored.state());
  BOOST_TEST(result(results, "residual_sum_of_squares")[0] == 5000);
  double mean = 0, squares = 0;
  for (std::size_t i = 0; i < 10000; ++i) mean += rows[2 * i + 1] / 10000;
  for (std::size_t i = 0; i < 10000; ++i) squares += std::pow(rows[2 * i + 1] - mean, 2);
  BOOST_TEST(result(results, "r2")[0] == 1 - 5000 / squares, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(probabilities_and_classes_are_those_of_the_weights) {
  auto [two, run] = Finished("logistic", applied_to(3, 2, {1, 0.5}), {0, 1, 1, 0, -2, 0});
  BOOST_TEST(run.output()[0] == 1 / (1 + std::exp(-0.5)), boost::test_tools::tolerance(1e-14));
  const auto scores = two->results(run.state());
  BOOST_TEST(result(scores, "misclassified")[0] == 1);
  BOOST_TEST(result(scores, "loss")[0] ==
                 (std::log1p(std::exp(-0.5)) + std::log1p(std::exp(1.5)) + std::log1p(std::exp(-1.5))) / 3,
             boost::test_tools::tolerance(1e-14));
  Settings settings = applied_to(4, 1, {-1, 0, 0, 0.5, 1, 0});
  settings.classes = 3;
  auto [three, labelled] = Finished("logistic", settings, {-9, 0.1, 9, -0.4});
  BOOST_TEST(labelled.output() == (std::vector<double>{0, 1, 2, 1}), boost::test_tools::per_element());
  settings.columns = 2;
  settings.elements = 1;
  const auto program = make_program("logistic", settings);
  BOOST_TEST(fails_with("expected a whole number from 0 to 2, or data without labels", [&] {
    SerialRun(*program, {1, 3}, 2);
  }));
}

BOOST_AUTO_TEST_CASE(mixtures_are_applied_without_an_iteration) {
  for (const std::string kind : {"full", "diagonal", "tied", "spherical"}) {
    const auto rows = test::rows_around_places(3000, 2, 6);
    Settings settings = settings_for(3000, 2, 3);
    settings.covariance = kind;
    auto [fit, run] = Finished("em", settings, rows);
    for (const Result& r : fit->results(run.state()))
      if (r.name != "log_likelihood") settings.model.insert(settings.model.end(), r.values.begin(), r.values.end());
    settings.iterations = 0;
    auto [program, applied] = Finished("em", settings, rows);
    BOOST_TEST(applied.output() == run.output());
    BOOST_TEST(program->objective(applied.state()) == fit->objective(run.state()), boost::test_tools::tolerance(1e-13));
    // Fewer points than components will do.
    settings.elements = 1;
    auto [few, one] = Finished("em", settings, {rows[0], rows[1]});
    BOOST_TEST(one.output()[0] == run.output()[0]);
    settings.model.pop_back();
    const auto cut = make_program("em", settings);
    SerialRun fails(*cut, {0, 0}, 2);
    BOOST_TEST(fails_with("the covariances are", [&] { fails.run(); }));
  }
}

BOOST_AUTO_TEST_CASE(models_for_other_columns_are_refused) {
  BOOST_TEST(fails_with("the model has weights for 2 columns; the data have 4", [] {
    make_program("linear", applied_to(3, 4, {1, 2, 3}));
  }));
  Settings settings = applied_to(3, 2, {1, 2, 3, 4, 5, 6, 7});
  settings.classes = 3;
  BOOST_TEST(fails_with("the model has 7 weights", [&] { make_program("logistic", settings); }));
  settings.classes = 129;
  BOOST_TEST(fails_with("129 classes; expected at most 128", [&] { make_program("logistic", settings); }));
}

BOOST_AUTO_TEST_SUITE_END()
