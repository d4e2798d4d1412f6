// SPDX-License-Identifier: MIT
// Elements of all kinds of groups that make each other and are removed, while messages of all kinds are under way to
// old, new and removed ones.
#include <time.h>

#include "elements/typed.hpp"
using namespace uneven::elements;

struct Cell {
  double energy = 0;
  std::int64_t parent = -1, digest = 1;
  std::array<std::int16_t, 2> letters{};
  UNEVEN_FIELDS(energy, parent, digest, letters)
};
struct Sums {
  double cells, made;
};
struct Queen {
  double rounds = 0, cells = 0, made = 0;
  UNEVEN_FIELDS(rounds, cells, made)
};
struct Nest {
  double food = 1;
  UNEVEN_FIELDS(food)
};
struct Egg {
  std::int64_t parent = -1, seed = 0;
  bool old = false;
  UNEVEN_FIELDS(parent, seed, old)
};
struct Told {
  double sum;
};

struct Colony : Typed<Colony, Varying<Keyed<Cell, std::string_view, Join::set, Told>>, Central<Queen, Sums>,
                      Varying<Keyed<Nest, double, Join::ordered>>, Varying<Spread<Egg>>> {
  using Typed::Typed;
  static constexpr std::int64_t prime = 1'000'003;
  const long pause_ns = parameter("pause_ns", 0);
  std::int64_t count(const Nest*) const { return 3; }
  std::int64_t count(const Egg*) const { return 0; }
  void combine(double& into, const double& from) const { into = into / 2 + from; }

  void f(Cell& cell, const At<Cell>& at) const {
    at.messages([&](std::int64_t from, std::string_view text) {
      ++cell.letters[text.starts_with("queen")];
      cell.digest = (cell.digest * 31 + from * 7 + static_cast<std::int64_t>(text.size())) % prime;
    });
    cell.digest = (cell.digest * 5 + at.key() + at.count()) % prime;
    if (at.is_told()) cell.digest = (cell.digest + static_cast<std::int64_t>(at.told().sum)) % prime;
  }
  void g(const Cell& cell, const At<Cell>& at, Out& out) const {
    const std::int64_t children = cell.digest % 4 / 2;
    for (std::int64_t n = 0; n < children; ++n) out.make<Cell>({cell.energy / 2 + n, at.key(), n});
    if (cell.digest % 7 == 1) out.make<Egg>({at.key(), cell.digest});
    if (cell.parent >= 0) out.send<Cell>(cell.parent, std::string(static_cast<std::size_t>(cell.digest % 5), 'x'));
    out.send<Nest>(at.key() % 3, cell.energy);
    out.send<Queen>({1, static_cast<double>(children)});
    out.multicast<Cell>({static_cast<double>(at.key() % 3)});
    if (cell.digest % 5 < 2) out.remove();
  }
  void f(Queen& queen, const At<Queen>& at) const {
    queen = {queen.rounds + 1, at.message().cells, queen.made + at.message().made};
  }
  void g(const Queen& queen, const At<Queen>& at, Out& out) const {  // to the youngest cell that she knows of
    out.send<Cell>(settings.elements + static_cast<std::int64_t>(queen.made) - 1, "queen");
    for (std::int64_t n = 0; n < at.superstep % 3; ++n) out.make<Egg>({n, at.superstep});
    if (at.superstep % 2 == 1) out.make<Nest>({queen.cells});
    out.make<Cell>({queen.made, 1});
  }
  void f(Nest& nest, const At<Nest>& at) const {
    if (at.received()) nest.food = at.message() / 3;
  }
  void g(const Nest& nest, const At<Nest>& at, Out& out) const {
    if ((at.key() + at.superstep) % 2 == 0) out.make<Nest>({nest.food / 2});
    if ((at.key() + at.superstep) % 7 == 6) out.remove();
  }
  void f(Egg& egg, const At<Egg>& at) const { egg.old = at.superstep % 4 == egg.seed % 4; }
  void g(const Egg& egg, const At<Egg>&, Out& out) const {
    const timespec pause{0, pause_ns};
    if (pause_ns > 0) nanosleep(&pause, nullptr);
    out.send<Cell>(egg.parent, "egg");
    if (!egg.old) return;
    out.make<Cell>({1, egg.parent, egg.seed});
    out.remove();
  }
};
UNEVEN_PROGRAM(Colony)
