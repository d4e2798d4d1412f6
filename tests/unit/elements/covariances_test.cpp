// SPDX-License-Identifier: MIT
#include "elements/programs/covariances.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "../cases.hpp"
#include "program_runs.hpp"

BOOST_AUTO_TEST_SUITE(em_covariances)

using namespace uneven::elements;
using namespace uneven::elements::test;

namespace {

using Matrix = std::vector<double>;  // shape [d, d]

/// A mixture as a report gives it, every covariance as a whole matrix.
struct Mixture {
  std::vector<double> weights, means;
  std::vector<Matrix> covariances;
};

Mixture mixture_of(const std::vector<Result>& results, const std::string& kind, std::size_t k, std::size_t d) {
  Mixture m{result(results, "weights"), result(results, "means"), {}};
  const auto& numbers = result(results, "covariances");
  for (std::size_t c = 0; c < k; ++c) {
    Matrix& matrix = m.covariances.emplace_back(d * d);
    for (std::size_t a = 0; a < d; ++a)
      for (std::size_t b = 0; b < d; ++b)
        matrix[a * d + b] = kind == "full"        ? numbers[c * d * d + a * d + b]
                            : kind == "tied"      ? numbers[a * d + b]
                            : a != b              ? 0
                            : kind == "spherical" ? numbers[c]
                                                  : numbers[c * d + a];
  }
  return m;
}

/// What a step of EM makes of the responsibilities under a mixture, and the mean log-likelihood; two dimensions.
Mixture step(const Mixture& m, const std::vector<double>& rows, const std::string& kind, double floor,
             double& likelihood) {
  const std::size_t k = m.weights.size(), n = rows.size() / 2;
  std::vector<std::vector<double>> r(k, std::vector<double>(n));
  likelihood = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t c = 0; c < k; ++c) {
      const Matrix& s = m.covariances[c];
      const double x = rows[2 * i] - m.means[2 * c], y = rows[2 * i + 1] - m.means[2 * c + 1];
      const double determinant = s[0] * s[3] - s[1] * s[2];
      const double square = (s[3] * x * x - 2 * s[1] * x * y + s[0] * y * y) / determinant;
      sum += r[c][i] = m.weights[c] * std::exp(-square / 2) / (2 * std::acos(-1) * std::sqrt(determinant));
    }
    likelihood += std::log(sum) / double(n);
    for (std::size_t c = 0; c < k; ++c) r[c][i] /= sum;
  }
  Mixture next;
  Matrix pooled(4);
  for (std::size_t c = 0; c < k; ++c) {
    double total = 0, mean[2] = {}, s[3] = {};
    for (std::size_t i = 0; i < n; ++i) {
      total += r[c][i];
      for (std::size_t j = 0; j < 2; ++j) mean[j] += r[c][i] * rows[2 * i + j];
    }
    for (double& x : mean) x /= total;
    for (std::size_t i = 0; i < n; ++i) {
      const double x = rows[2 * i] - mean[0], y = rows[2 * i + 1] - mean[1];
      s[0] += r[c][i] * x * x / total, s[1] += r[c][i] * x * y / total, s[2] += r[c][i] * y * y / total;
    }
    next.weights.push_back(total / double(n));
    next.means.insert(next.means.end(), mean, mean + 2);
    Matrix matrix{s[0] + floor, s[1], s[1], s[2] + floor};
    for (std::size_t e = 0; e < 4; ++e) pooled[e] += next.weights.back() * matrix[e];
    if (kind == "diagonal" || kind == "spherical") matrix[1] = matrix[2] = 0;
    if (kind == "spherical") matrix[0] = matrix[3] = (matrix[0] + matrix[3]) / 2;
    next.covariances.push_back(matrix);
  }
  if (kind == "tied") next.covariances.assign(k, pooled);
  return next;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_iteration_is_a_step_of_em_with_covariances_of_each_kind) {
  uneven::test::for_seeds(3, [](std::mt19937&, unsigned seed) {
    for (const std::string kind : {"full", "diagonal", "tied", "spherical"}) {
      BOOST_TEST_CONTEXT(kind) {
        const auto rows = test::rows_around_places(5000, 2, 50 + seed);
        Settings settings = settings_for(5000, 2, 3);
        settings.covariance = kind;
        settings.tolerance = 0;
        settings.iterations = 2;
        auto [two, before] = Finished("em", settings, rows);
        settings.iterations = 3;
        auto [three, after] = Finished("em", settings, rows);
        double likelihood = 0;
        const Mixture found = mixture_of(three->results(after.state()), kind, 3, 2);
        const Mixture expected =
            step(mixture_of(two->results(before.state()), kind, 3, 2), rows, kind, settings.variance_floor, likelihood);
        BOOST_TEST(two->objective(before.state()) == likelihood, boost::test_tools::tolerance(1e-11));
        for (std::size_t c = 0; c < 3; ++c) {
          BOOST_TEST(found.weights[c] == expected.weights[c], boost::test_tools::tolerance(1e-9));
          for (std::size_t j = 0; j < 2; ++j)
            BOOST_TEST(std::abs(found.means[2 * c + j] - expected.means[2 * c + j]) < 1e-9);
          for (std::size_t e = 0; e < 4; ++e)
            BOOST_TEST(std::abs(found.covariances[c][e] - expected.covariances[c][e]) < 1e-8);
        }
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(every_kind_settles_and_its_likelihood_never_falls) {
  for (const int d : {1, 3, 6})
    for (const std::string kind : {"full", "diagonal", "tied", "spherical"}) {
      BOOST_TEST_CONTEXT(kind << " d " << d) {
        const auto rows = test::rows_around_places(4000, d, 8);
        Settings settings = settings_for(4000, d, 4);
        settings.covariance = kind;
        settings.variance_floor = 0;
        settings.iterations = 300;
        const auto program = make_program("em", settings);
        SerialRun run(*program, rows, d);
        run_and_check(*program, run, -HUGE_VAL, [](double before, double now) { BOOST_TEST(now >= before - 1e-10); });
        BOOST_TEST(*program->settled(run.state()));
      }
    }
}

BOOST_AUTO_TEST_CASE(kinds_agree_where_they_mean_the_same) {
  // In one dimension all but tied are one; with one component tied is full.
  const auto line = test::rows_around_places(3000, 1, 4), plane = test::rows_around_places(3000, 2, 4);
  const auto objective = [](const std::vector<double>& rows, int d, std::int64_t k, const std::string& kind) {
    Settings settings = settings_for(3000, d, k);
    settings.covariance = kind;
    auto [program, run] = Finished("em", settings, rows);
    return program->objective(run.state());
  };
  const double full = objective(line, 1, 3, "full");
  BOOST_TEST(objective(line, 1, 3, "diagonal") == full, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(objective(line, 1, 3, "spherical") == full, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(objective(plane, 2, 1, "tied") == objective(plane, 2, 1, "full"), boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(diagonal_covariances_of_groups_far_apart_keep_their_digits) {
  uneven::test::for_seeds(4, [](std::mt19937&, unsigned seed) {
    for (const std::string kind : {"diagonal", "tied", "spherical"}) {
      auto rows = test::rows_around_places(1000, 2, seed);
      for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = rows[i] * 0x1p-10 + (i % 4 == 2 ? 0x1p30 : 0);
      Settings settings = settings_for(1000, 2, 2);
      settings.covariance = kind;
      settings.variance_floor = 0;
      settings.seed = seed;
      auto [program, run] = Finished("em", settings, rows);
      double variance[2] = {};
      for (std::size_t j = 0; j < 2; ++j)
        for (std::size_t group = 0; group < 2; ++group) {
          double mean = 0;
          for (std::size_t i = 2 * group + j; i < rows.size(); i += 4) mean += rows[i] / 500;
          for (std::size_t i = 2 * group + j; i < rows.size(); i += 4)
            variance[j] += (rows[i] - mean) * (rows[i] - mean) / 1000;
        }
      const Mixture found = mixture_of(program->results(run.state()), kind, 2, 2);
      const double sum = found.covariances[0][0] + found.covariances[1][0];
      BOOST_TEST(sum / 2 == (kind == "spherical" ? (variance[0] + variance[1]) / 2 : variance[0]),
                 boost::test_tools::tolerance(1e-6));
    }
  });
}

BOOST_AUTO_TEST_CASE(numbers_of_a_report_give_the_covariances_back) {
  const std::vector<double> triangles{1, 2, 3, 4, 5, 6}, lists{1, 2, 3, 4};
  for (const auto kind : {Covariance::full, Covariance::diagonal}) {
    const auto& all = is_diagonal(kind) ? lists : triangles;
    BOOST_TEST(covariances_of_result(kind, covariances_result(kind, all, 2).values, 2, 2) == all);
  }
  const std::vector<double> tied{1, 2, 3, 1, 2, 3}, spherical{7, 7, 9, 9};
  BOOST_TEST(covariances_of_result(Covariance::tied, covariances_result(Covariance::tied, tied, 2).values, 2, 2) ==
             tied);
  BOOST_TEST(covariances_of_result(Covariance::spherical, {7, 9}, 2, 2) == spherical);
  BOOST_TEST(covariances_result(Covariance::spherical, spherical, 2).values == (std::vector<double>{7, 9}));
  BOOST_TEST(fails_with("3 numbers; expected 8", [] { covariances_of_result(Covariance::full, {1, 2, 3}, 2, 2); }));
  BOOST_TEST(fails_with("expected full, diagonal, tied or spherical", [] { covariance_named("round"); }));
}

BOOST_AUTO_TEST_SUITE_END()
