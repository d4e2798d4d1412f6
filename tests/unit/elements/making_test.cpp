// SPDX-License-Identifier: MIT
// Typed programs whose elements come and go, beside lists without groups or blocks.
#include <boost/test/unit_test.hpp>
#include <map>
#include <random>

#include "../cases.hpp"
#include "elements/serial.hpp"
#include "elements/typed.hpp"

BOOST_AUTO_TEST_SUITE(making)

using namespace uneven::elements;

namespace {

struct Cell {
  std::int64_t parent = -1;
  std::array<float, 2> age{};
  UNEVEN_FIELDS(parent, age)
};
struct Spore {
  std::int64_t of = -1, born = -1;
  UNEVEN_FIELDS(of, born)
};
struct Census {
  double cells = 0, rounds = 0;
  UNEVEN_FIELDS(cells, rounds)
};
struct One {
  double count;
};

/// Cells divide or die by their number and age; every third leaves a spore, which its parent is told of, alive or not.
struct Colony : Typed<Colony, Varying<Keyed<Cell, std::int64_t>>, Varying<Spread<Spore>>, Central<Census, One>> {
  using Typed::Typed;
  void combine(std::int64_t& a, const std::int64_t& b) const { a += b; }
  void f(Cell& cell, const At<Cell>& at) const {
    cell.age[0] += 1;
    if (at.received()) cell.age[1] += static_cast<float>(at.message() % 100);
    BOOST_TEST(at.count() > 0);
  }
  void g(const Cell& cell, const At<Cell>& at, Out& out) const {
    const std::int64_t key = at.key();
    out.send<Census>({1});
    if (cell.parent >= 0) out.send<Cell>(cell.parent, key);
    if ((key + at.superstep) % 3 == 0) {
      out.make<Cell>({key, {}});
      out.make<Spore>({key, at.superstep});
      if (key % 2 == 0) out.make<Cell>({key, {0.5F, 0}});
    }
    if ((key * 7 + at.superstep) % 5 == 0) out.remove();
  }
  void g(const Spore& spore, const At<Spore>&, Out& out) const {
    if (spore.of >= 0) out.send<Cell>(spore.of, 3);
  }
  std::int64_t count(const Spore*) const { return 0; }
  void f(Census& census, const At<Census>& at) const {
    census = {census.cells + static_cast<double>(at.received()), census.rounds + 1};
  }
};

/// The same without groups, blocks or numbers of makers.
struct ByHand {
  struct Cell {
    std::int64_t parent;
    bool alive;
  };
  std::vector<Cell> cells;
  std::vector<std::int64_t> spores;
  double counted = 0;

  void round(std::int64_t superstep) {
    const std::size_t old = cells.size();
    for (std::size_t k = 0; k < old; ++k) {
      if (!cells[k].alive) continue;
      ++counted;
      const auto key = std::int64_t(k);
      if ((key + superstep) % 3 == 0) {
        cells.push_back({key, true});
        spores.push_back(key);
        if (key % 2 == 0) cells.push_back({key, true});
      }
      if ((key * 7 + superstep) % 5 == 0) cells[k].alive = false;
    }
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(elements_come_and_go_as_in_a_list) {
  uneven::test::for_seeds(8, [](std::mt19937& random) {
    Settings settings;
    settings.elements = 1 + random() % 400;
    settings.iterations = 9;
    const Colony program(settings);
    SerialRun run(program, {}, 0, 1 + random() % 3);
    run.run();
    ByHand by_hand;
    for (std::int64_t k = 0; k < settings.elements; ++k) by_hand.cells.push_back({-1, true});
    for (std::int64_t superstep = 0; superstep < settings.iterations; ++superstep) by_hand.round(superstep);
    const Census census = program.central<Census>(run.state());
    BOOST_TEST(census.cells == by_hand.counted);
    std::vector<double> parents;
    std::size_t k = 0;
    for (const auto& block : run.blocks(0)) {
      const BlockLayout layout(program.groups()[0], elements_of_varying_blocks(settings.elements));
      const Batch batch = batch_of(0, layout, *block, {});
      for (std::int64_t i = 0; i < batch.count; ++i, ++k) {
        BOOST_TEST_REQUIRE(k < by_hand.cells.size());
        const ByHand::Cell& cell = by_hand.cells[k];
        BOOST_TEST_REQUIRE(batch.lane<std::uint8_t>(3)[i] == !cell.alive);
        BOOST_TEST_REQUIRE(batch.lane<std::int64_t>(0)[i] == cell.parent);
        if (cell.alive) parents.push_back(double(cell.parent));
      }
    }
    BOOST_TEST(k == by_hand.cells.size());
    BOOST_TEST(run.output() == parents, boost::test_tools::per_element());
    BOOST_TEST(run.state().multicast[0][1] == double(parents.size()));
    BOOST_TEST(run.state().multicast[1][1] == double(by_hand.spores.size()));
  });
}

namespace {

struct Point {
  Features x;
  bool twin = false;
  UNEVEN_FIELDS(x, twin)
};
struct Moments {
  double twins, sum;
};
struct Seen {
  double twins = 0, sum = 0;
  UNEVEN_FIELDS(twins, sum)
};

/// Points with even numbers make twins, which have the same row of the data.
struct Twins : Typed<Twins, Varying<Spread<Point>>, Central<Seen, Moments>> {
  using Typed::Typed;
  void g(const Point& p, const At<Point>& at, Out& out) const {
    if (at.superstep == 0 && at.key() % 2 == 0) out.make<Point>({p.x, true});
    if (p.twin) out.send<Seen>({1, p.x[0] * p.x[p.x.size() - 1]});
  }
  void f(Seen& seen, const At<Seen>& at) const { seen = {at.message().twins, at.message().sum}; }
};

/// The census makes as many spores as there were cells, up to two, which make one more each in their first superstep.
struct Foundry : Typed<Foundry, Varying<Spread<Spore>>, Central<Census, One>> {
  using Typed::Typed;
  void g(const Spore& spore, const At<Spore>& at, Out& out) const {
    out.send<Census>({1});
    if (spore.born == at.superstep) out.make<Spore>({-spore.of, -1});
  }
  void f(Census& census, const At<Census>& at) const {
    census = {census.cells + at.message().count, census.rounds + 1};
  }
  void g(const Census& census, const At<Census>& at, Out& out) const {
    for (std::int64_t i = 0; i < std::min<std::int64_t>(2, at.received()); ++i)
      out.make<Spore>({static_cast<std::int64_t>(census.rounds) * 10 + i, at.superstep + 1});
  }
};

/// What is not to be done, by its number.
struct Wrong : Typed<Wrong, Spread<Spore>, Central<Census, One>, Varying<Spread<Cell>>> {
  using Typed::Typed;
  void g(const Spore&, const At<Spore>&, Out& out) const {
    if (settings.seed == 1) out.remove();
    out.send<Census>({1});
  }
  void g(const Census&, const At<Census>&, Out& out) const {
    if (settings.seed == 2) out.remove();
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_made_element_can_have_the_row_of_its_maker) {
  const std::vector<double> rows{1, 10, 2, 20, 3, 30};
  Settings settings;
  settings.elements = 3;
  settings.columns = 2;
  settings.iterations = 5;
  const Twins program(settings);
  SerialRun run(program, rows, 2);
  run.run();
  BOOST_TEST(program.central<Seen>(run.state()).twins == 2);
  BOOST_TEST(program.central<Seen>(run.state()).sum == 10 + 90);
}

BOOST_AUTO_TEST_CASE(central_elements_make_elements_behind_those_of_spread_ones) {
  Settings settings;
  settings.elements = 1;
  settings.iterations = 40;  // more than a block of 64
  const Foundry program(settings);
  SerialRun run(program, {}, 0, 2);
  run.run();
  std::vector<std::int64_t> of{-1}, since{-1};
  double cells = 0;
  for (std::int64_t superstep = 0; superstep < settings.iterations; ++superstep) {
    const std::size_t old = of.size();
    cells += double(old);
    for (std::size_t k = 0; k < old; ++k)
      if (since[k] == superstep) of.push_back(-of[k]), since.push_back(-1);
    for (std::int64_t i = 0; i < std::min<std::int64_t>(2, std::int64_t(old)); ++i)
      of.push_back((superstep + 1) * 10 + i), since.push_back(superstep + 1);
  }
  BOOST_TEST(program.central<Census>(run.state()).cells == cells);
  BOOST_TEST(run.state().multicast[0][1] == double(of.size()));
  BOOST_TEST(of.size() > 64U);
  std::size_t k = 0;
  for (const auto& block : run.blocks(0)) {
    const BlockLayout layout(program.groups()[0], elements_of_varying_blocks(settings.elements));
    const Batch batch = batch_of(0, layout, *block, {});
    for (std::int64_t i = 0; i < batch.count; ++i, ++k)
      BOOST_TEST_REQUIRE((k < of.size() && batch.lane<std::int64_t>(0)[i] == of[k]));
  }
  BOOST_TEST(k == of.size());
}

BOOST_AUTO_TEST_CASE(only_elements_of_groups_that_vary_come_and_go) {
  for (const auto& [seed, words] :
       std::map<int, std::string>{{1, "an element of Spore is removed"}, {2, "an element of Census is removed"}}) {
    Settings settings;
    settings.elements = 70;
    settings.seed = std::uint64_t(seed);
    const Wrong program(settings);
    SerialRun run(program, {}, 0);
    BOOST_CHECK_EXCEPTION(run.run(), std::logic_error, [&](const std::logic_error& e) {
      return std::string(e.what()).find(words) != std::string::npos;
    });
  }
}

BOOST_AUTO_TEST_SUITE_END()
