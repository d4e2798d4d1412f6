// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

#include "../cases.hpp"
#include "program_runs.hpp"

BOOST_AUTO_TEST_SUITE(softmax_program)

using namespace uneven::elements;
using namespace uneven::elements::test;

namespace {

/// Points around k places that overlap, with the number of the place as label.
std::vector<double> rows_of_classes(std::int64_t n, int d, int k, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> rows;
  for (std::int64_t i = 0; i < n; ++i) {
    const int place = i < k ? int(i) : int(random() % unsigned(k));
    for (int j = 0; j < d; ++j) rows.push_back(std::sin(2.0 * place + j) + normal(random));
    rows.push_back(place);
  }
  return rows;
}

/// Gradient of the mean loss at weights of shape [k, d + 1], with the penalty's.
std::vector<double> gradient_at(const std::vector<double>& rows, int d, const std::vector<double>& w, double l2) {
  const std::size_t row = std::size_t(d) + 1, k = w.size() / row, n = rows.size() / row;
  std::vector<double> gradient(w.size());
  for (std::size_t i = 0; i < n; ++i) {
    const double* x = &rows[row * i];
    std::vector<double> e(k);
    double sum = 0;
    for (std::size_t c = 0; c < k; ++c) {
      double z = w[c * row + std::size_t(d)];
      for (int j = 0; j < d; ++j) z += w[c * row + std::size_t(j)] * x[j];
      sum += e[c] = std::exp(z);
    }
    for (std::size_t c = 0; c < k; ++c)
      for (int j = 0; j <= d; ++j)
        gradient[c * row + std::size_t(j)] += (e[c] / sum - (double(c) == x[d])) * (j < d ? x[j] : 1) / double(n);
  }
  for (std::size_t at = 0; at < w.size(); ++at)
    if (at % row < std::size_t(d)) gradient[at] += l2 * w[at];
  return gradient;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_gradient_of_several_classes_is_zero) {
  uneven::test::for_seeds(4, [&](std::mt19937&, unsigned seed) {
    for (const double l2 : {0.0, 0.05}) {
      const int d = 1 + int(seed), k = 3 + int(seed % 3);
      const auto rows = rows_of_classes(3000, d, k, seed);
      Settings settings = settings_for(3000, d + 1);
      settings.classes = k;
      settings.l2 = l2;
      auto [program, run] = Finished("logistic", settings, rows);
      BOOST_TEST(*program->settled(run.state()));
      BOOST_TEST(program->iterations(run.state()) < 60);
      BOOST_TEST(program->warnings(run.state()).empty());
      const auto results = program->results(run.state());
      BOOST_TEST(results[0].columns == std::size_t(d) + 1);
      const auto w = result(results, "weights");
      for (const double g : gradient_at(rows, d, w, l2)) BOOST_TEST(std::abs(g) < 1e-6);
      for (int j = 0; j <= d; ++j) {
        double sum = 0;
        for (int c = 0; c < k; ++c) sum += w[std::size_t(c * (d + 1) + j)];
        BOOST_TEST(std::abs(sum) < 1e-9);
      }
      double wrong = 0;
      const auto labels = run.output();
      for (std::size_t i = 0; i < labels.size(); ++i) {
        const double* x = &rows[i * std::size_t(d + 1)];
        std::vector<double> z;
        for (int c = 0; c < k; ++c) {
          z.push_back(w[std::size_t(c * (d + 1) + d)]);
          for (int j = 0; j < d; ++j) z.back() += w[std::size_t(c * (d + 1) + j)] * x[j];
        }
        BOOST_TEST(labels[i] == double(std::max_element(z.begin(), z.end()) - z.begin()));
        wrong += labels[i] != x[d];
      }
      BOOST_TEST(result(results, "misclassified")[0] == wrong);
    }
  });
}

BOOST_AUTO_TEST_CASE(several_classes_settle_on_columns_of_any_scale) {
  const auto plain = rows_of_classes(2000, 3, 4, 9);
  Settings settings = settings_for(2000, 4);
  settings.classes = 4;
  auto [program, run] = Finished("logistic", settings, plain);
  auto rows = plain;
  const double scale[] = {1e-200, 1e5, 1e150}, centre[] = {0, 3e7, -2e151};
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (i % 4 < 3) rows[i] = rows[i] * scale[i % 4] + centre[i % 4];
  SerialRun moved(*program, rows, 4);
  moved.run();
  BOOST_TEST(*program->settled(moved.state()));
  const auto expected = result(program->results(run.state()), "weights");
  const auto w = result(program->results(moved.state()), "weights");
  for (std::size_t at = 0; at < w.size(); ++at)
    if (at % 4 < 3) BOOST_TEST(std::abs(w[at] * scale[at % 4] - expected[at]) < 1e-6);
  BOOST_TEST(run.output() == moved.output());
}

BOOST_AUTO_TEST_CASE(a_third_class_far_away_leaves_the_odds_of_the_others) {
  // Classes 0 and 1 beside each other, 2 where neither is: ln p1 - ln p0 is what logistic regression of the two gives.
  auto two = test::rows_around_places(3000, 1, 3, true);
  Settings settings = settings_for(3000, 2);
  auto [program, run] = Finished("logistic", settings, two);
  auto three = two;
  for (int i = 0; i < 1000; ++i) three.insert(three.end(), {60 + 0.001 * i, 2});
  settings = settings_for(4000, 2);
  settings.classes = 3;
  settings.iterations = 300;
  auto [softmax, of_three] = Finished("logistic", settings, three);
  const auto w = result(program->results(run.state()), "weights");
  const auto v = result(softmax->results(of_three.state()), "weights");
  BOOST_TEST(v[2] - v[0] == w[0], boost::test_tools::tolerance(1e-3));
  BOOST_TEST(v[3] - v[1] == w[1], boost::test_tools::tolerance(1e-3));
}

BOOST_AUTO_TEST_CASE(classes_that_can_be_separated_and_wrong_labels_are_said) {
  Settings settings = settings_for(6, 2);
  settings.classes = 3;
  const std::vector<double> apart{-9, 0, -8, 0, 0, 1, 1, 1, 8, 2, 9, 2};
  auto [program, run] = Finished("logistic", settings, apart);
  BOOST_TEST(program->warnings(run.state()).at(0).find("the classes can be separated") != std::string::npos);
  settings.l2 = 0.1;
  auto [penalised, settles] = Finished("logistic", settings, apart);
  BOOST_TEST(*penalised->settled(settles.state()));
  BOOST_TEST(penalised->warnings(settles.state()).empty());
  const auto refused = [&](double label) {
    return fails_with("expected a whole number from 0 to 2 in the last column", [&] {
      SerialRun(*penalised, {-9, 0, -8, 0, 0, 1, 1, label, 8, 2, 9, 2}, 2);
    });
  };
  BOOST_TEST(refused(3));
  BOOST_TEST(refused(-1));
  BOOST_TEST(refused(0.5));
  settings.classes = 129;
  BOOST_TEST(fails_with("129 classes; expected 2 to 128", [&] { make_program("logistic", settings); }));
  settings.classes = 1;
  BOOST_TEST(fails_with("1 classes; expected 2 to 128", [&] { make_program("logistic", settings); }));
}

BOOST_AUTO_TEST_SUITE_END()
