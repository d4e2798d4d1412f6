// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "perceptron/samples.hpp"

namespace uneven::perceptron::test {

/// Random samples, kept dense in double; the views are of the type under test.
template <class Real>
struct Data {
  Data(std::mt19937_64& random, std::int64_t s_, std::int64_t n_, std::int64_t l_, bool sparse_)
      : s(s_), n(n_), l(l_), sparse(sparse_), x(s * n), d(s * l), row_start{0} {
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (double& value : x) value = sparse ? double(random() % 4 == 0) : double(Real(uniform(random)));
    for (double& value : d) value = double(random() % 2);
    for (std::int64_t i = 0; i < s; ++i) {
      for (std::int64_t k = 0; k < n; ++k) {
        if (x[i * n + k] == 1) active.push_back(std::int32_t(k));
      }
      row_start.push_back(std::int64_t(active.size()));
    }
    dense.assign(x.begin(), x.end());
    targets.assign(d.begin(), d.end());
  }
  Samples<Real> view() const {
    return {sparse ? nullptr : dense.data(), row_start.data(), active.data(), targets.data(), s, n, l};
  }

  std::int64_t s, n, l;
  bool sparse;
  std::vector<double> x, d;
  std::vector<std::int64_t> row_start;
  std::vector<std::int32_t> active;
  std::vector<Real> dense, targets;
};

/// Eq. (1)-(8) of Ozawa 2004, one sample and one weight at a time.
struct Reference {
  std::int64_t n, m, l;
  std::vector<double> w, v, dw, dv;  // W [m, n], V [l, m]

  Reference(std::int64_t n_, std::int64_t m_, std::int64_t l_) : n(n_), m(m_), l(l_), w(m * n), v(l * m) {}

  static double sig(double x) { return 1 / (1 + std::exp(-x)); }

  double gradient(const std::vector<double>& x, const std::vector<double>& d) {
    dw.assign(w.size(), 0);
    dv.assign(v.size(), 0);
    double error = 0;
    for (std::size_t s = 0; s < x.size() / n; ++s) {
      std::vector<double> f(m), d2(l);
      for (std::int64_t j = 0; j < m; ++j) {
        double sum = 0;
        for (std::int64_t i = 0; i < n; ++i) sum += w[j * n + i] * x[s * n + i];
        f[j] = sig(sum);
      }
      for (std::int64_t k = 0; k < l; ++k) {
        double sum = 0;
        for (std::int64_t j = 0; j < m; ++j) sum += v[k * m + j] * f[j];
        const double h = sig(sum), difference = h - d[s * l + k];
        error += difference * difference / 2;
        d2[k] = difference * h * (1 - h);
      }
      for (std::int64_t j = 0; j < m; ++j) {
        double sum = 0;
        for (std::int64_t k = 0; k < l; ++k) {
          sum += v[k * m + j] * d2[k];
          dv[k * m + j] += d2[k] * f[j];
        }
        for (std::int64_t i = 0; i < n; ++i) dw[j * n + i] += f[j] * (1 - f[j]) * sum * x[s * n + i];
      }
    }
    return error;
  }

  void update(double rate) {
    for (std::size_t i = 0; i < w.size(); ++i) w[i] -= rate * dw[i];
    for (std::size_t i = 0; i < v.size(); ++i) v[i] -= rate * dv[i];
  }
};

}  // namespace uneven::perceptron::test
