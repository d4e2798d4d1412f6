// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "perceptron/block.hpp"

BOOST_AUTO_TEST_SUITE(units)

using namespace uneven;
using namespace uneven::perceptron;
using document::NetworkOptions;

namespace {

constexpr std::int64_t n = 5, m = 4, l = 3, count = 9;

/// Every choice of units and loss that is allowed, without biases and with them.
std::vector<NetworkOptions> all_networks() {
  std::vector<NetworkOptions> all;
  for (const auto& [hidden, hidden_name] : table_of(HiddenUnits()))
    for (const auto& [output, output_name] : table_of(OutputUnits()))
      for (const auto& [loss, loss_name] : table_of(Loss()))
        for (const bool bias : {false, true})
          if (const NetworkOptions one{hidden, output, loss, bias}; loss_fits(one)) all.push_back(one);
  return all;
}

std::string text_of(const NetworkOptions& o) {
  return name_of(o.hidden) + ", " + name_of(o.output) + ", " + name_of(*o.loss) + (o.bias ? ", bias" : "");
}

/// Weights of a whole network and its loss by the definitions, one number at a time.
struct Plain {
  NetworkOptions options;
  std::vector<double> w, v, b, c;  ///< W [m, n], V [l, m], biases [m] and [l]; those are 0 without

  static double unit(HiddenUnits units, double u) {
    if (units == HiddenUnits::sigmoid) return 1 / (1 + std::exp(-u));
    return units == HiddenUnits::tanh ? std::tanh(u) : std::max(u, 0.0);
  }

  double loss(const std::vector<double>& x, const std::vector<double>& d) const {
    double sum = 0;
    for (std::int64_t s = 0; s < count; ++s) {
      std::vector<double> f(m), h(l);
      for (std::int64_t j = 0; j < m; ++j) {
        double u = b[j];
        for (std::int64_t i = 0; i < n; ++i) u += w[j * n + i] * x[s * n + i];
        f[j] = unit(options.hidden, u);
      }
      double total = 0;
      for (std::int64_t k = 0; k < l; ++k) {
        h[k] = c[k];
        for (std::int64_t j = 0; j < m; ++j) h[k] += v[k * m + j] * f[j];
        total += std::exp(h[k]);
      }
      for (std::int64_t k = 0; k < l; ++k) {
        if (options.output == OutputUnits::sigmoid) h[k] = unit(HiddenUnits::sigmoid, h[k]);
        if (options.output == OutputUnits::softmax) h[k] = std::exp(h[k]) / total;
        const double t = d[s * l + k];
        if (*options.loss == Loss::squared) sum += (h[k] - t) * (h[k] - t) / 2;
        if (*options.loss == Loss::cross_entropy) sum -= t * std::log(h[k]);
        if (options.output == OutputUnits::sigmoid && *options.loss == Loss::cross_entropy)
          sum -= (1 - t) * std::log(1 - h[k]);
      }
    }
    return sum;
  }
};

/// Samples for a block, whose inputs have a last column of ones with biases.
struct Inputs {
  std::vector<double> x = std::vector<double>(count * n), d, dense;
  std::vector<std::int64_t> row_start{0};
  std::vector<std::int32_t> active;
  bool sparse, bias;

  Inputs(std::mt19937_64& random, bool sparse_, bool bias_, bool distribution) : sparse(sparse_), bias(bias_) {
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (double& value : x) value = sparse ? double(random() % 3 == 0) : uniform(random);
    for (std::int64_t s = 0; s < count; ++s) {
      std::vector<double> target(l);
      double sum = 0;
      for (double& value : target) sum += value = (uniform(random) + 1) / 2;
      for (const double value : target) d.push_back(distribution ? value / sum : value);
      for (std::int64_t i = 0; i < n; ++i) {
        dense.push_back(x[s * n + i]);
        if (x[s * n + i] == 1) active.push_back(std::int32_t(i));
      }
      if (bias) dense.push_back(1);
      if (bias) active.push_back(n);
      row_start.push_back(std::int64_t(active.size()));
    }
  }

  Samples<double> view() const {
    return {sparse ? nullptr : dense.data(), row_start.data(), active.data(), d.data(), count, n + bias, l};
  }
};

/// The place of a weight in the block's layout, and in the plain network.
struct Place {
  std::int64_t at;
  double* plain;
};

std::vector<Place> places(Plain& plain, std::int64_t stride) {
  const bool bias = plain.options.bias;
  std::vector<Place> all;
  for (std::int64_t j = 0; j < m; ++j) {
    for (std::int64_t i = 0; i < n; ++i) all.push_back({i * stride + j, &plain.w[j * n + i]});
    for (std::int64_t k = 0; k < l; ++k) all.push_back({(n + bias + k) * stride + j, &plain.v[k * m + j]});
    if (bias) all.push_back({n * stride + j, &plain.b[j]});
  }
  for (std::int64_t k = 0; bias && k < l; ++k) all.push_back({(n + 1 + k) * stride + m, &plain.c[k]});
  return all;
}

Units units_of(const NetworkOptions& o) { return {o.hidden, o.output, loss_of(o), o.bias, o.bias}; }

}  // namespace

BOOST_AUTO_TEST_CASE(gradient_is_the_slope_of_the_loss_for_all_units) {
  BOOST_TEST(all_networks().size() == 24u);
  unsigned seed = 0;
  for (const NetworkOptions& options : all_networks())
    for (const bool sparse : {false, true}) {
      BOOST_TEST_CONTEXT(text_of(options) << ", sparse " << sparse << ", seed " << seed) {
        std::mt19937_64 random(seed++);
        const Inputs data(random, sparse, options.bias, options.output == OutputUnits::softmax);
        Block<double> block(data.view(), m + options.bias, 4, 1, units_of(options));
        std::uniform_real_distribution<double> uniform(-1, 1);
        Plain plain{options, std::vector<double>(m * n), std::vector<double>(l * m), std::vector<double>(m),
                    std::vector<double>(l)};
        for (const auto& [at, number] : places(plain, block.stride())) block.weights()[at] = *number = uniform(random);
        const double loss = iterate(block, 0.0);
        BOOST_TEST(loss == plain.loss(data.x, data.d), boost::test_tools::tolerance(1e-13));
        for (const auto& [at, number] : places(plain, block.stride())) {
          const double step = 1e-5, old = *number;
          *number = old + step;
          const double above = plain.loss(data.x, data.d);
          *number = old - step;
          const double below = plain.loss(data.x, data.d);
          *number = old;
          BOOST_TEST(std::abs(block.gradient()[at] - (above - below) / (2 * step)) < 1e-8);
        }
        for (std::int64_t i = 0; options.bias && i <= n; ++i) BOOST_TEST(block.gradient()[i * block.stride() + m] == 0);
      }
    }
}

BOOST_AUTO_TEST_CASE(outputs_are_those_of_the_definitions) {
  for (const NetworkOptions& options : all_networks()) {
    BOOST_TEST_CONTEXT(text_of(options)) {
      std::mt19937_64 random(7);
      const Inputs data(random, false, options.bias, true);
      Block<double> block(data.view(), m + options.bias, 0, 1, units_of(options));
      block.initialise(3);
      block.start_iteration();
      block.forward(0);
      const std::vector<double> sums(block.partial(), block.partial() + count * l);
      block.outputs(0);
      for (std::int64_t s = 0; s < count; ++s) {
        double total = 0;
        for (std::int64_t k = 0; k < l; ++k) total += std::exp(sums[s * l + k]);
        for (std::int64_t k = 0; k < l; ++k) {
          const double u = sums[s * l + k];
          const double expected = options.output == OutputUnits::linear    ? u
                                  : options.output == OutputUnits::softmax ? std::exp(u) / total
                                                                           : 1 / (1 + std::exp(-u));
          BOOST_TEST(block.partial()[s * l + k] == expected, boost::test_tools::tolerance(1e-14));
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(large_sums_have_finite_losses) {
  std::vector<double> u{1000, -1000, 800, 0, -3000, 5}, d{1, 0, 0, 1, 0, 0}, again = u;
  BOOST_TEST(kernels<double>().sigmoid_entropy(u.data(), d.data(), 6) == 800 + std::log(2) + std::log1p(std::exp(5)),
             boost::test_tools::tolerance(1e-14));
  BOOST_TEST(u[0] == 0);
  BOOST_TEST(u[2] == 1);
  BOOST_TEST(kernels<double>().softmax_entropy(again.data(), d.data(), 1, 3) == 0);
  BOOST_TEST(again[0] == 0);
}

BOOST_AUTO_TEST_CASE(biases_begin_at_zero_and_leave_the_other_weights_alone) {
  std::mt19937_64 random(1);
  const Inputs with(random, true, true, false), without(random, true, false, false);
  Block<double> a(with.view(), m + 1, 0, 1, {.bias = true, .constant = true}), b(without.view(), m);
  a.initialise(9);
  b.initialise(9);
  for (std::int64_t j = 0; j < m; ++j) {
    for (std::int64_t i = 0; i < n; ++i) BOOST_TEST(a.weights()[i * a.stride() + j] == b.weights()[i * b.stride() + j]);
    for (std::int64_t k = 0; k < l; ++k)
      BOOST_TEST(a.weights()[(n + 1 + k) * a.stride() + j] == b.weights()[(n + k) * b.stride() + j]);
    BOOST_TEST(a.weights()[n * a.stride() + j] == 0);
  }
  for (std::int64_t i = 0; i < a.rows(); ++i) BOOST_TEST(a.weights()[i * a.stride() + m] == 0);
}

BOOST_AUTO_TEST_CASE(kernels_of_units_agree_with_the_mathematical_library) {
  const auto compare = [](auto zero, double epsilon) {
    using Real = decltype(zero);
    for (const Kernels<Real>* kernels : supported_kernels<Real>()) {
      std::vector<Real> x, u, d;
      for (int i = -3000; i <= 3000; ++i) x.push_back(Real(i * 0.01)), d.push_back(Real(i % 2 == 0));
      std::vector<Real> tanhs = x, relus = x;
      u = x;
      kernels->tanh(tanhs.data(), std::int64_t(x.size()));
      kernels->relu(relus.data(), std::int64_t(x.size()));
      double worst = 0;
      long double expected = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        worst = std::max(worst, std::abs(double(tanhs[i]) - std::tanh(double(x[i]))));
        BOOST_TEST(relus[i] == std::max(x[i], Real(0)));
        expected += std::log1p(std::exp(d[i] == 1 ? -(long double)x[i] : (long double)x[i]));
      }
      BOOST_TEST(worst < 4 * epsilon);
      const double loss = kernels->sigmoid_entropy(u.data(), d.data(), std::int64_t(x.size()));
      BOOST_TEST(double(std::abs(loss / expected - 1)) < 16 * epsilon);
      Real nan = std::numeric_limits<Real>::quiet_NaN();
      kernels->relu(&nan, 1);
      BOOST_TEST(std::isnan(nan));
    }
  };
  compare(0.0F, 0x1p-23);
  compare(0.0, 0x1p-52);
}

BOOST_AUTO_TEST_SUITE_END()
