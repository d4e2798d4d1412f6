// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

#include "../cases.hpp"
#include "elements/programs/least_squares.hpp"
#include "program_runs.hpp"

BOOST_AUTO_TEST_SUITE(linear_program)

using namespace uneven::elements;
using namespace uneven::elements::test;

namespace {

/// Rows of `d` inputs and a target that depends on them, with noise.
std::vector<double> rows_with_target(std::int64_t n, int d, unsigned seed, double noise = 0.5) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> rows;
  for (std::int64_t i = 0; i < n; ++i) {
    double target = 2;
    for (int j = 0; j < d; ++j) {
      rows.push_back(normal(random) + (j > 0 ? 0.5 * rows.back() : 0));
      target += rows.back() * (j - 1);
    }
    rows.push_back(target + noise * normal(random));
  }
  return rows;
}

/// The largest component of the gradient of half the mean squared residual plus the penalty.
double gradient_at(const std::vector<double>& rows, int d, const std::vector<double>& w, double l2) {
  std::vector<double> gradient(w.size());
  const std::size_t columns = std::size_t(d) + 1, n = rows.size() / columns;
  for (std::size_t i = 0; i < n; ++i) {
    const double* x = &rows[columns * i];
    double residual = w[std::size_t(d)] - x[d];
    for (int j = 0; j < d; ++j) residual += w[std::size_t(j)] * x[j];
    for (int j = 0; j <= d; ++j) gradient[std::size_t(j)] += residual * (j < d ? x[j] : 1) / double(n);
  }
  double largest = 0;
  for (int j = 0; j <= d; ++j)
    largest = std::max(largest, std::abs(gradient[std::size_t(j)] + (j < d ? l2 * w[std::size_t(j)] : 0)));
  return largest;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_gradient_is_zero_with_and_without_a_penalty) {
  uneven::test::for_seeds(6, [&](std::mt19937&, unsigned seed) {
    for (const double l2 : {0.0, 0.3, 100.0}) {
      const int d = 1 + int(seed % 5);
      const std::int64_t n = seed % 2 ? 9001 : 30;
      const auto rows = rows_with_target(n, d, seed);
      Settings settings = settings_for(n, d + 1);
      settings.l2 = l2;
      auto [program, run] = Finished("linear", settings, rows);
      BOOST_TEST(*program->settled(run.state()));
      const auto w = result(program->results(run.state()), "weights");
      BOOST_TEST(gradient_at(rows, d, w, l2) < 1e-13);
      double predicted = w[std::size_t(d)], square = 0, mean = 0, total = 0;
      for (int j = 0; j < d; ++j) predicted += w[std::size_t(j)] * rows[std::size_t(j)];
      const auto output = run.output();
      BOOST_TEST(std::abs(output[0] - predicted) < 1e-12);
      for (std::size_t i = 0; i < output.size(); ++i) {
        const double target = rows[i * (std::size_t(d) + 1) + std::size_t(d)];
        square += std::pow(output[i] - target, 2);
        mean += target / double(n);
      }
      for (std::size_t i = std::size_t(d); i < rows.size(); i += std::size_t(d) + 1)
        total += std::pow(rows[i] - mean, 2);
      const auto results = program->results(run.state());
      BOOST_TEST(result(results, "residual_sum_of_squares")[0] == square, boost::test_tools::tolerance(1e-11));
      BOOST_TEST(result(results, "r2")[0] == 1 - square / total, boost::test_tools::tolerance(1e-11));
    }
  });
}

BOOST_AUTO_TEST_CASE(a_target_without_noise_gives_the_weights_back_on_columns_of_any_scale) {
  const auto plain = rows_with_target(5000, 3, 4, 0);
  const double scale[] = {1e-200, 1e5, 1e150, 1e30}, centre[] = {0, 3e7, -2e151, 1e33};
  auto rows = plain;
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = rows[i] * scale[i % 4] + centre[i % 4];
  auto [program, run] = Finished("linear", settings_for(5000, 4), rows);
  const auto w = result(program->results(run.state()), "weights");
  const double expected[] = {-1, 0, 1};
  for (std::size_t j = 0; j < 3; ++j) BOOST_TEST(std::abs(w[j] * scale[j] / scale[3] - expected[j]) < 1e-10);
  BOOST_TEST(program->warnings(run.state()).empty());
}

BOOST_AUTO_TEST_CASE(columns_that_nearly_depend_on_each_other_keep_their_digits) {
  // x, x^2, ..., x^5 on 2 to 3: sums of products would leave no digit of the weights.
  std::vector<double> rows;
  for (int i = 0; i < 3000; ++i) {
    const double t = 2 + i / 3000.0;
    rows.insert(rows.end(), {t, t * t, t * t * t, std::pow(t, 4), std::pow(t, 5), 3 * std::pow(t, 5) - t * t + 7});
  }
  auto [program, run] = Finished("linear", settings_for(3000, 6), rows);
  const auto w = result(program->results(run.state()), "weights");
  const double expected[] = {0, -1, 0, 0, 3, 7};
  for (std::size_t j = 0; j < 6; ++j) BOOST_TEST(std::abs(w[j] - expected[j]) < 1e-4);
  BOOST_TEST(program->warnings(run.state()).empty());
}

BOOST_AUTO_TEST_CASE(columns_that_depend_on_each_other_share_the_weight) {
  // b = 2 a + 1e6, a constant, and a: in normalised columns a and b have the same weight.
  std::vector<double> rows;
  for (int i = 0; i < 100; ++i) rows.insert(rows.end(), {double(i), 2.0 * i + 1e6, 0.1, 4.0 * i + 5});
  auto [program, run] = Finished("linear", settings_for(100, 4), rows);
  const auto results = program->results(run.state());
  const auto w = result(results, "weights");
  BOOST_TEST(w[0] == 2, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(w[1] == 1, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(w[2] == 0);
  BOOST_TEST(result(results, "rank")[0] == 1);
  BOOST_TEST(result(results, "residual_sum_of_squares")[0] < 1e-15);
  BOOST_TEST(program->warnings(run.state()).at(0).find("2 of 3 columns") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(fewer_samples_than_columns_and_a_constant_target_have_an_answer) {
  auto [program, run] = Finished("linear", settings_for(2, 4), {1, 2, 3, 4, 3, 2, 2, 6});
  BOOST_TEST(run.output()[0] == 4, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(run.output()[1] == 6, boost::test_tools::tolerance(1e-12));
  auto [flat, flat_run] = Finished("linear", settings_for(3, 2), {1, 7, 2, 7, 4, 7});
  const auto results = flat->results(flat_run.state());
  BOOST_TEST(result(results, "weights") == (std::vector<double>{0, 7}), boost::test_tools::per_element());
  for (const Result& r : results) BOOST_TEST(r.name != "r2");
  Settings settings = settings_for(1, 2);
  auto [one, one_run] = Finished("linear", settings, {5, 3});
  BOOST_TEST(one_run.output()[0] == 3);
}

BOOST_AUTO_TEST_CASE(bad_data_for_a_line_are_refused) {
  BOOST_TEST(fails_with("1 column; expected at least one input", [] { make_program("linear", settings_for(5, 1)); }));
  const auto program = make_program("linear", settings_for(3, 2));
  SerialRun run(*program, {0, 1e300, 1, -1e300, 2, 1e300}, 2);
  BOOST_TEST(fails_with("larger than any double", [&] { run.run(); }));
}

BOOST_AUTO_TEST_CASE(a_triangle_has_the_products_of_its_columns) {
  uneven::test::for_seeds(20, [&](std::mt19937& random, unsigned) {
    std::normal_distribution<double> normal;
    const int m = 1 + int(random() % 6), rows = 1 + int(random() % 9), more = 1 + int(random() % 9);
    const std::size_t size = std::size_t(triangle(m));
    std::vector<double> first, second, r(size), other(size), products(size);
    for (int i = 0; i < m * rows; ++i) first.push_back(normal(random));
    for (int i = 0; i < m * more; ++i) second.push_back(normal(random));
    for (int j = 0; j < m; ++j)
      for (int i = 0; i <= j; ++i) {
        for (int l = 0; l < rows; ++l)
          products[std::size_t(triangle_at(j, i))] +=
              first[std::size_t(i * rows + l)] * first[std::size_t(j * rows + l)];
        for (int l = 0; l < more; ++l)
          products[std::size_t(triangle_at(j, i))] +=
              second[std::size_t(i * more + l)] * second[std::size_t(j * more + l)];
      }
    triangle_of(first.data(), rows, m, r.data());
    triangle_of(second.data(), more, m, other.data());
    join_triangles(r.data(), other.data(), m);
    for (int j = 0; j < m; ++j)
      for (int i = 0; i <= j; ++i) {
        double product = 0;
        for (int l = 0; l <= i; ++l) product += r[std::size_t(triangle_at(i, l))] * r[std::size_t(triangle_at(j, l))];
        BOOST_TEST(std::abs(product - products[std::size_t(triangle_at(j, i))]) < 1e-12);
      }
  });
}

BOOST_AUTO_TEST_SUITE_END()
