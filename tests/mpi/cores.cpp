// SPDX-License-Identifier: MIT
// The k-core of a graph: a vertex with fewer than k neighbours is removed, until none is.
#include "elements/typed.hpp"
using namespace uneven::elements;

struct Vertex {
  std::int64_t neighbours = 0;
  UNEVEN_FIELDS(neighbours)
};

struct Cores : Typed<Cores, Varying<Keyed<Vertex, std::int64_t>>> {
  using Typed::Typed;
  static constexpr DataForm data = DataForm::edges;
  static constexpr bool both_ways = true;
  const std::int64_t k = parameter<std::int64_t>("k", 2);
  void combine(std::int64_t& gone, const std::int64_t& more) const { gone += more; }
  bool rests(const At<Vertex>& at) const { return at.superstep > 0 && !at.received(); }
  void f(Vertex& v, const At<Vertex>& at) const {
    v.neighbours = at.superstep == 0 ? at.degree() : v.neighbours - at.message();
  }
  void g(const Vertex& v, const At<Vertex>& at, Out& out) const {
    if (v.neighbours >= k) return;
    at.links([&](Link link) { out.send<Vertex>(link.key, 1); });
    out.remove();
  }
};
UNEVEN_PROGRAM(Cores)
