// SPDX-License-Identifier: MIT
// Shortest paths from one vertex of a list of edges: from, to and, if edges differ, their length.
//     g++ -std=c++20 -O3 -shared -fPIC -I$PREFIX/include/uneven shortest-paths.cpp -o libshortest-paths.so
//     run-bsp ./libshortest-paths.so -n 4 --data edges.tsv --source 0 --element-output distances.csv
#include "elements/typed.hpp"
using namespace uneven::elements;

struct Vertex {
  double distance = HUGE_VAL;
  bool nearer = false;  // than before, known to g alone
  UNEVEN_FIELDS(distance)
};

struct ShortestPaths : Typed<ShortestPaths, Keyed<Vertex, double>> {
  using Typed::Typed;
  static constexpr DataForm data = DataForm::edges;
  void combine(double& nearest, const double& other) const { nearest = std::min(nearest, other); }
  bool rests(const At<Vertex>& at) const { return at.superstep > 0 && !at.received(); }
  void f(Vertex& v, const At<Vertex>& at) const {
    const double distance = at.received() ? at.message() : at.key() == settings.source ? 0 : HUGE_VAL;
    v.nearer = distance < v.distance;
    if (v.nearer) v.distance = distance;
  }
  void g(const Vertex& v, const At<Vertex>& at, Out& out) const {
    if (v.nearer) at.links([&](Link link) { out.send<Vertex>(link.key, v.distance + link.weight); });
  }
};
UNEVEN_PROGRAM(ShortestPaths)
