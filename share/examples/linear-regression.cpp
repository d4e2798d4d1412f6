// SPDX-License-Identifier: MIT
// Least squares: the last column of the data is y, the others are x. The result is w, whose last number is the
// constant.
//     g++ -std=c++20 -O3 -shared -fPIC -I$PREFIX/include/uneven linear-regression.cpp -o liblinear-regression.so
//     run-bsp ./liblinear-regression.so -n 4 --data samples.csv
#include "elements/typed.hpp"
using namespace uneven::elements;

struct Model {
  Numbers w;
  UNEVEN_FIELDS(w)
};

struct LinearRegression : Typed<LinearRegression, Spread<Row>, Central<Model, Numbers>> {
  using Typed::Typed;
  const int d = settings.columns, n = d + 1;
  std::int64_t sums(const Model*) const { return d * n; }  // the normal equations, row by row
  void g(const Row& row, const At<Row>&, Out& out) const {
    const Numbers sums = out.sums<Model>();
    const auto z = [&](int j) { return j == d - 1 ? 1 : row.x[std::min(j, d - 1)]; };  // the row as x, 1, y
    for (int i = 0; i < d * n; ++i) sums[i] += z(i / n) * z(i % n);
  }
  void f(Model& m, const At<Model>& at) const {  // solves them by Gauss and Jordan's elimination
    std::vector<double> a(at.message().begin(), at.message().end());
    for (int k = 0; k < d; ++k)
      for (int i = 0; i < d; ++i)
        for (int j = d; i != k && j >= k; --j) a[i * n + j] -= a[i * n + k] / a[k * n + k] * a[k * n + j];
    for (int i = 0; i < d; ++i) m.w[i] = a[i * n + d] / a[i * n + i];
  }
};
UNEVEN_PROGRAM(LinearRegression)
