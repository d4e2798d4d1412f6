// SPDX-License-Identifier: MIT
#include "elements/kernels/kernels.hpp"

#include <pthread.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numbers>

#include "elements/mail.hpp"
#include "elements/programs/solvers.hpp"
#include "made_up.hpp"

BOOST_AUTO_TEST_SUITE(element_kernels)

using namespace uneven::elements;

namespace {

/// Points in lanes, with the room behind them that kernels may read; filled with what would show in the sums.
struct Lanes {
  Lanes(const std::vector<double>& rows, int d_, int columns) : d(d_), count(std::int64_t(rows.size()) / columns) {
    for (int j = 0; j < d; ++j) {
      lanes.emplace_back(std::size_t(count + 64), 1e3);
      for (std::int64_t i = 0; i < count; ++i) lanes.back()[std::size_t(i)] = rows[std::size_t(i * columns + j)];
    }
    for (const auto& lane : lanes) pointers.push_back(lane.data());
  }
  Points points() const { return {pointers.data(), count, d}; }
  double at(std::int64_t i, int j) const { return lanes[std::size_t(j)][std::size_t(i)]; }

  int d;
  std::int64_t count;
  std::vector<std::vector<double>> lanes;
  std::vector<const double*> pointers;
};

constexpr std::int64_t counts[] = {1, 7, 8, 31, 64, 129, 513, 1000, 4096};

void close(double found, double expected, double scale = 1e-12) {
  BOOST_TEST(std::abs(found - expected) <= scale * (1 + std::abs(expected)), found << " for " << expected);
}

}  // namespace

BOOST_AUTO_TEST_CASE(assign_agrees_with_a_plain_loop) {
  for (const Kernels* kernel : supported_kernels())
    for (const int d : {1, 2, 3, 4, 7})
      for (const std::int64_t count : counts)
        for (const std::int64_t k : {1, 3, 8}) {
          BOOST_TEST_CONTEXT(kernel->instruction_set << " d " << d << " count " << count << " k " << k) {
            const Lanes lanes(test::rows_around_places(count, d, 5), d, d);
            const std::vector<double> centroids = test::rows_around_places(k, d, 6);
            std::vector<double> sums(std::size_t(k * (d + 1)), 1.0), expected = sums, far(std::size_t(count), 0.0),
                                                                     label = far;
            double inertia = 2, expected_inertia = 2;
            kernel->assign(lanes.points(), centroids.data(), k, sums.data(), &inertia);
            kernel->nearest(lanes.points(), centroids.data(), k, far.data(), label.data());
            for (std::int64_t i = 0; i < count; ++i) {
              double best = HUGE_VAL;
              std::int64_t who = 0;
              for (std::int64_t c = 0; c < k; ++c) {
                double sum = 0;
                for (int j = 0; j < d; ++j) sum += std::pow(lanes.at(i, j) - centroids[std::size_t(c * d + j)], 2);
                if (sum < best) best = sum, who = c;
              }
              BOOST_TEST(label[std::size_t(i)] == double(who));
              close(far[std::size_t(i)], best);
              expected_inertia += best;
              for (int j = 0; j < d; ++j) expected[std::size_t(who * (d + 1) + j)] += lanes.at(i, j);
              expected[std::size_t(who * (d + 1) + d)] += 1;
            }
            close(inertia, expected_inertia);
            for (std::size_t n = 0; n < sums.size(); ++n) close(sums[n], expected[n], 1e-11);
          }
        }
}

BOOST_AUTO_TEST_CASE(logistic_agrees_with_a_plain_loop) {
  for (const Kernels* kernel : supported_kernels())
    for (const int d : {1, 3, 5})
      for (const std::int64_t count : counts) {
        BOOST_TEST_CONTEXT(kernel->instruction_set << " d " << d << " count " << count) {
          const auto rows = test::rows_around_places(count, d, 5, true);
          const Lanes lanes(rows, d, d + 1);
          std::vector<std::uint8_t> y(std::size_t(count + 64), 77);
          for (std::int64_t i = 0; i < count; ++i) y[std::size_t(i)] = rows[std::size_t(i * (d + 1) + d)] == 1;
          std::vector<double> weights, gradient(std::size_t(d + 1), 0.0), expected = gradient;
          for (int j = 0; j <= d; ++j) weights.push_back(0.7 - 2.0 * j);
          double loss = 0, wrong = 0, expected_loss = 0, expected_wrong = 0;
          std::vector<double> p(std::size_t(count), 0.0);
          kernel->logistic(lanes.points(), y.data(), weights.data(), gradient.data(), &loss, &wrong);
          kernel->probability(lanes.points(), weights.data(), p.data());
          for (std::int64_t i = 0; i < count; ++i) {
            double z = weights.back();
            for (int j = 0; j < d; ++j) z += weights[std::size_t(j)] * lanes.at(i, j);
            const double expected_p = 1 / (1 + std::exp(-z)), r = expected_p - y[std::size_t(i)];
            close(p[std::size_t(i)], expected_p);
            for (int j = 0; j < d; ++j) expected[std::size_t(j)] += r * lanes.at(i, j);
            expected.back() += r;
            expected_loss += std::log1p(std::exp(y[std::size_t(i)] ? -z : z));
            expected_wrong += (z > 0) != y[std::size_t(i)];
          }
          close(loss, expected_loss);
          BOOST_TEST(wrong == expected_wrong);
          for (std::size_t n = 0; n < gradient.size(); ++n) close(gradient[n], expected[n], 1e-11);
        }
      }
}

BOOST_AUTO_TEST_CASE(many_components_need_no_more_stack) {
  // 1500 components in a thread whose stack would not hold their responsibilities.
  const auto mix = [](void*) -> void* {
    const std::int64_t k = 1500, size = 1 + 3 + triangle(3);
    const Lanes lanes(test::rows_around_places(512, 3, 5), 3, 3);
    const std::vector<double> components(std::size_t(k * size), 0.5);
    std::vector<double> sums(components.size()), scratch(mixture_scratch(k, 3));
    double likelihood = 0;
    for (const Kernels* kernel : supported_kernels())
      kernel->mixture(lanes.points(), components.data(), k, sums.data(), &likelihood, nullptr, scratch.data());
    return nullptr;
  };
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 256 << 10);
  BOOST_TEST_REQUIRE(pthread_create(&thread, &attributes, mix, nullptr) == 0);
  BOOST_TEST(pthread_join(thread, nullptr) == 0);
  pthread_attr_destroy(&attributes);
}

BOOST_AUTO_TEST_CASE(logistic_survives_certainty) {
  // Margins of +-5,000 are far beyond exp's range.
  const Lanes lanes({1, -1, 1, -1}, 1, 1);
  const std::uint8_t y[64] = {1, 0, 0, 1};
  const double weights[] = {5000, 0};
  for (const Kernels* kernel : supported_kernels()) {
    double gradient[2] = {}, loss = 0, wrong = 0;
    kernel->logistic(lanes.points(), y, weights, gradient, &loss, &wrong);
    close(loss, 10000);
    close(gradient[0], 2);
  }
}

BOOST_AUTO_TEST_CASE(softmax_agrees_with_a_plain_loop) {
  for (const Kernels* kernel : supported_kernels())
    for (const int d : {1, 3, 5})
      for (const std::int64_t count : counts)
        for (const int k : {2, 3, 9}) {
          BOOST_TEST_CONTEXT(kernel->instruction_set << " d " << d << " count " << count << " k " << k) {
            const auto rows = test::rows_around_places(count, d, 5);
            const Lanes lanes(rows, d, d);
            std::vector<std::uint8_t> y(std::size_t(count + 64), 255);
            for (std::int64_t i = 0; i < count; ++i)
              y[std::size_t(i)] = std::uint8_t(i * i % k + (i == 0) * most_classes);
            std::vector<double> weights, gradient(std::size_t(k * (d + 1)), 1.0), expected = gradient;
            for (int n = 0; n < k * (d + 1); ++n) weights.push_back(std::sin(5.0 * n));
            double loss = 2, wrong = 3, expected_loss = 2, expected_wrong = 3;
            std::vector<double> label(std::size_t(count), 0.0), scratch(mixture_scratch(k, d));
            kernel->softmax(lanes.points(), y.data(), weights.data(), k, gradient.data(), &loss, &wrong,
                            scratch.data());
            kernel->likeliest_class(lanes.points(), weights.data(), k, label.data());
            for (std::int64_t i = 0; i < count; ++i) {
              std::vector<double> e;
              double sum = 0;
              const int own = y[std::size_t(i)] % most_classes;
              for (int c = 0; c < k; ++c) {
                double z = weights[std::size_t(c * (d + 1) + d)];
                for (int j = 0; j < d; ++j) z += weights[std::size_t(c * (d + 1) + j)] * lanes.at(i, j);
                sum += e.emplace_back(std::exp(z));
              }
              const auto likeliest = std::max_element(e.begin(), e.end()) - e.begin();
              BOOST_TEST(label[std::size_t(i)] == double(likeliest));
              expected_wrong += likeliest != own;
              expected_loss -= std::log(e[std::size_t(own)] / sum);
              for (int c = 0; c < k; ++c)
                for (int j = 0; j <= d; ++j)
                  expected[std::size_t(c * (d + 1) + j)] +=
                      (e[std::size_t(c)] / sum - (c == own)) * (j < d ? lanes.at(i, j) : 1);
            }
            close(loss, expected_loss);
            BOOST_TEST(wrong == expected_wrong);
            for (std::size_t n = 0; n < gradient.size(); ++n) close(gradient[n], expected[n], 1e-10);
          }
        }
}

BOOST_AUTO_TEST_CASE(softmax_survives_certainty_and_counts_the_first_of_equal_classes) {
  const Lanes lanes({1, -1, 1, -1}, 1, 1);
  const std::uint8_t y[64] = {1, 0, 0, 1};
  const double weights[] = {-2500, 0, 2500, 0}, none[] = {0, 0, 0, 0};
  std::vector<double> scratch(mixture_scratch(2, 1));
  for (const Kernels* kernel : supported_kernels()) {
    double gradient[4] = {}, loss = 0, wrong = 0;
    kernel->softmax(lanes.points(), y, weights, 2, gradient, &loss, &wrong, scratch.data());
    close(loss, 10000);
    close(gradient[2], 2);
    BOOST_TEST(wrong == 2);
    kernel->softmax(lanes.points(), y, none, 2, gradient, &loss, &wrong, scratch.data());
    BOOST_TEST(wrong == 4);
  }
}

BOOST_AUTO_TEST_CASE(mixture_agrees_with_a_plain_loop) {
  for (const Kernels* kernel : supported_kernels())
    for (const int d : {1, 2, 3, 6})
      for (const std::int64_t count : counts)
        for (const int k : {1, 4}) {
          BOOST_TEST_CONTEXT(kernel->instruction_set << " d " << d << " count " << count << " k " << k) {
            const Lanes lanes(test::rows_around_places(count, d, 5), d, d);
            const std::size_t size = std::size_t(1 + d + triangle(d));
            std::vector<double> components, sums(size * std::size_t(k), 0.0), expected = sums;
            const auto means = test::rows_around_places(k, d, 9);
            for (int c = 0; c < k; ++c) {
              components.push_back(-0.5 * c);
              for (int j = 0; j < d; ++j) components.push_back(means[std::size_t(c * d + j)]);
              for (int a = 0; a < d; ++a)
                for (int b = 0; b <= a; ++b) components.push_back(a == b ? 0.9 + 0.1 * c : 0.1 * (a - 2 * b));
            }
            double likelihood = 0, expected_likelihood = 0;
            std::vector<double> label(std::size_t(count), -1.0);
            std::vector<double> scratch(mixture_scratch(k, d));
            kernel->mixture(lanes.points(), components.data(), k, sums.data(), &likelihood, label.data(),
                            scratch.data());
            for (std::int64_t i = 0; i < count; ++i) {
              std::vector<double> density;
              for (int c = 0; c < k; ++c) {
                const double* at = &components[std::size_t(c) * size];
                double square = 0;
                for (int a = 0; a < d; ++a) {
                  double y = 0;
                  for (int b = 0; b <= a; ++b) y += at[1 + d + triangle_at(a, b)] * (lanes.at(i, b) - at[1 + b]);
                  square += y * y;
                }
                density.push_back(at[0] - square / 2);
              }
              const double largest = *std::max_element(density.begin(), density.end());
              double total = 0;
              for (const double l : density) total += std::exp(l - largest);
              expected_likelihood += largest + std::log(total);
              BOOST_TEST(density[std::size_t(label[std::size_t(i)])] == largest);
              for (int c = 0; c < k; ++c) {
                const double r = std::exp(density[std::size_t(c)] - largest) / total;
                const double* mean = &components[std::size_t(c) * size + 1];
                double* to = &expected[std::size_t(c) * size];
                to[0] += r;
                for (int a = 0; a < d; ++a) {
                  to[1 + a] += r * (lanes.at(i, a) - mean[a]);
                  for (int b = 0; b <= a; ++b)
                    to[1 + d + triangle_at(a, b)] += r * (lanes.at(i, a) - mean[a]) * (lanes.at(i, b) - mean[b]);
                }
              }
            }
            close(likelihood, expected_likelihood, 1e-11);
            for (std::size_t n = 0; n < sums.size(); ++n) close(sums[n], expected[n], 1e-10);
          }
        }
}

BOOST_AUTO_TEST_CASE(cholesky_inverts_and_finds_singular_matrices) {
  // S = L L^T with L = (2; 1 3): S = (4; 2 10), L^-1 = (1/2; -1/6 1/3).
  const auto factor = inverse_cholesky({4, 2, 10}, 2);
  BOOST_REQUIRE(factor.has_value());
  close(factor->inverse[0], 0.5);
  close(factor->inverse[1], -1.0 / 6);
  close(factor->inverse[2], 1.0 / 3);
  close(factor->log_determinant, std::log(36.0));
  BOOST_TEST(!inverse_cholesky({1, 1, 1}, 2).has_value());
  BOOST_TEST(!inverse_cholesky({0}, 1).has_value());
  BOOST_TEST(!inverse_cholesky({std::nan("")}, 1).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
