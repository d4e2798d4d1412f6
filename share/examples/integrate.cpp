// SPDX-License-Identifier: MIT
// The integral of the square root over intervals, whose ends are the two columns of the data. An interval for which
// Simpson's rule and the trapezoidal rule differ makes its halves and is removed.
//     g++ -std=c++20 -O3 -shared -fPIC -I$PREFIX/include/uneven integrate.cpp -o libintegrate.so
//     run-bsp ./libintegrate.so -n 4 --data intervals.csv --element-output Interval.from=mesh.csv
#include "elements/typed.hpp"
using namespace uneven::elements;

struct Interval {
  double from = 0, to = 0, area = 0, error = 0;
  UNEVEN_FIELDS(from, to, area, error)
};
struct Integral {
  double area, intervals;
  UNEVEN_FIELDS(area, intervals)
};

struct Integrate : Typed<Integrate, Varying<Spread<Interval>>, Central<Integral, Integral>> {
  using Typed::Typed;
  const double error = parameter("error", 1e-7);  // per length
  void f(Interval& i, const At<Interval>&) const {
    const double ends = std::sqrt(i.from) + std::sqrt(i.to), middle = std::sqrt((i.from + i.to) / 2);
    i.area = (i.to - i.from) * (ends + 4 * middle) / 6;
    i.error = std::abs(i.area - (i.to - i.from) * ends / 2);
  }
  void g(const Interval& i, const At<Interval>&, Out& out) const {
    out.send<Integral>({i.area, 1});
    if (i.error <= error * (i.to - i.from)) return;
    out.make<Interval>({i.from, (i.from + i.to) / 2});
    out.make<Interval>({(i.from + i.to) / 2, i.to});
    out.remove();
  }
  void f(Integral& all, const At<Integral>& at) const { all = at.message(); }
};
UNEVEN_PROGRAM(Integrate)
