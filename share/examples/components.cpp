// SPDX-License-Identifier: MIT
// Connected components of a graph, whichever way its edges point: each vertex gets the first vertex of its component.
//     g++ -std=c++20 -O3 -shared -fPIC -I$PREFIX/include/uneven components.cpp -o libcomponents.so
//     run-bsp ./libcomponents.so -n 4 --data edges.tsv --element-output components.csv
#include "elements/typed.hpp"
using namespace uneven::elements;

struct Vertex {
  Key first;
  bool changed = false;  // known to g alone
  UNEVEN_FIELDS(first)
};

struct Components : Typed<Components, Keyed<Vertex, Key>> {
  using Typed::Typed;
  static constexpr DataForm data = DataForm::edges;
  static constexpr bool both_ways = true;
  void combine(Key& first, const Key& other) const { first = std::min(first, other); }
  bool rests(const At<Vertex>& at) const { return at.superstep > 0 && !at.received(); }
  void f(Vertex& v, const At<Vertex>& at) const {
    v.changed = at.superstep == 0 || at.message() < v.first;
    if (v.changed) v.first = at.superstep == 0 ? Key(at.key()) : at.message();
  }
  void g(const Vertex& v, const At<Vertex>& at, Out& out) const {
    if (v.changed) at.links([&](Link link) { out.send<Vertex>(link.key, v.first); });
  }
};
UNEVEN_PROGRAM(Components)
