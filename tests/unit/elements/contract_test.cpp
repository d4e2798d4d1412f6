// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <stdexcept>

#include "elements/serial.hpp"

BOOST_AUTO_TEST_SUITE(contract)

using namespace uneven::elements;

namespace {

/// Counts its elements in as many iterations as it is told; what it declares can be changed.
class Counting : public Program {
 public:
  std::vector<Group> declared{{.name = "points", .count = 10, .lanes = {8, 8}},
                              {.name = "sum", .central = true, .count = 1, .fields = 2, .message = 1}};
  std::vector<double> at_start{0, 0};
  std::vector<Result> given{{"sum", {1}, 0}};
  int after_points = 1, told = 1, field = 0;

  std::vector<Group> groups() const override { return declared; }
  void begin(State& state) const override { state.values[1] = at_start; }
  int next(const State& state, int last) const override {
    return last == 0 ? after_points : state.values[1].at(1) >= 2 ? stop : 0;
  }
  void step(const Batch& batch, Outbox& out) const override {
    out.table(told)[0] += batch.lane<double>(field)[0] + static_cast<double>(batch.count);
  }
  void step_central(int, const double* table, State& state) const override {
    state.values[1] = {table[0], state.values[1].at(1) + 1};
  }
  std::int64_t iterations(const State& state) const override { return std::int64_t(state.values[1].at(1)); }
  double objective(const State& state) const override { return state.values[1].at(0); }
  std::vector<Result> results(const State&) const override { return given; }
};

/// All of a run of the program on ten rows.
void run(const Program& program, int columns = 2) {
  SerialRun serial(program, std::vector<double>(static_cast<std::size_t>(10 * columns)), columns);
  serial.run();
  results_of(program, serial.state(), {"elements"});
}

/// The program with one change is at fault, in these words.
void at_fault(const std::string& words, const std::function<void(Counting&)>& change, int columns = 2) {
  Counting program;
  change(program);
  try {
    run(program, columns);
    BOOST_ERROR("no fault: " << words);
  } catch (const std::logic_error& e) {
    BOOST_TEST(std::string(e.what()).find(words) != std::string::npos, e.what() << " has not " << words);
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_a_program_declares_must_be_possible) {
  run(Counting());
  at_fault("a lane of 3 bytes", [](Counting& p) { p.declared[0].lanes = {8, 3}; });
  at_fault("a lane of -8 bytes", [](Counting& p) { p.declared[0].lanes = {8, -8}; });
  at_fault("no lanes", [](Counting& p) { p.declared[0].lanes = {}; });
  at_fault("has -1 elements", [](Counting& p) { p.declared[0].count = -1; });
  at_fault("has 0 elements", [](Counting& p) { p.declared[1].count = 0; });
  at_fault("fields and message >= 0", [](Counting& p) { p.declared[1].message = -1; });
  at_fault("too many elements", [](Counting& p) { p.declared[1].count = std::int64_t{1} << 53; });
  at_fault("varies; expected a last lane of 1 byte", [](Counting& p) { p.declared[0].varies = true; });
  at_fault("varies; expected a last lane of 1 byte",
           [](Counting& p) { p.declared[0].lanes = {1}, p.declared[0].varies = true; });
  at_fault("varies; expected that it changes", [](Counting& p) {
    p.declared[0].lanes = {8, 1}, p.declared[0].varies = true;
  });
  at_fault("is central and varies", [](Counting& p) { p.declared[1].varies = true; });
  at_fault("group 0 is to hold", [](Counting& p) { std::ranges::reverse(p.declared); });
  at_fault("group 0 is to hold", [](Counting& p) { p.declared.clear(); });
}

BOOST_AUTO_TEST_CASE(data_have_a_column_for_each_lane) {
  at_fault(
      "the data have 3 columns; the program expects 2", [](Counting&) {}, 3);
  at_fault(
      "the data have 1 columns; the program expects 2", [](Counting&) {}, 1);
  at_fault("declares no such lane", [](Counting& p) { p.declared[0].lanes = {8, 4}; });
  at_fault("declares no such lane", [](Counting& p) { p.field = 2; });
  at_fault("declares no such lane", [](Counting& p) { p.field = -1; });
  const Counting program;
  BOOST_CHECK_THROW(SerialRun(program, std::vector<double>(19), 2), std::logic_error);
}

BOOST_AUTO_TEST_CASE(a_state_holds_what_the_groups_declare) {
  at_fault("holds 0 values; expected 2", [](Counting& p) { p.at_start = {}; });
  at_fault("holds 2 values; expected 3", [](Counting& p) { p.at_start = {0, 0, 0}, p.declared[1].fields = 3; });
  at_fault("goes on with group 7", [](Counting& p) { p.after_points = 7; });
  at_fault("a table is filled for group 1", [](Counting& p) { p.declared[1].message = 0; });
  at_fault("a table is filled for group 0", [](Counting& p) { p.told = 0; });
}

BOOST_AUTO_TEST_CASE(results_have_names_of_their_own_and_finite_numbers) {
  run(Counting());
  at_fault("no name of its own", [](Counting& p) { p.given.push_back(p.given[0]); });
  at_fault("no name of its own", [](Counting& p) { p.given[0].name = "elements"; });
  at_fault("no name of its own", [](Counting& p) { p.given[0].name = ""; });
  at_fault("holds 5 numbers; expected rows of 2", [](Counting& p) { p.given = {{"table", {1, 2, 3, 4, 5}, 2}}; });
  at_fault("is one number and holds 0", [](Counting& p) { p.given = {{"sum", {}, 0}}; });
  at_fault("is nan", [](Counting& p) { p.given[0].values = {std::numeric_limits<double>::quiet_NaN()}; });
  at_fault("is inf", [](Counting& p) { p.given[0].values = {HUGE_VAL}; });
}

// Declarations made up at random run or are at fault; under the sanitizers neither touches what is not its own.
BOOST_AUTO_TEST_CASE(any_declaration_runs_or_is_at_fault) {
  int sound = 0, faults = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    std::mt19937 random(seed);
    const auto mostly = [&](int usual, std::initializer_list<int> others) {
      return random() % 8 ? usual : others.begin()[random() % others.size()];
    };
    Counting program;
    const int columns = mostly(2, {1, 3});
    program.declared[0].lanes.clear();
    for (int j = mostly(2, {0, 1, 3}); j > 0; --j) program.declared[0].lanes.push_back(mostly(8, {1, 2, 4, 3, 0, -1}));
    program.declared[0].keyed = random() % 2;
    program.declared[1].count = mostly(1, {0, 2, -3});
    program.declared[1].fields = mostly(2, {0, 1, 3});
    program.declared[1].message = mostly(1, {2, 7, 0, -1});
    if (random() % 2) program.declared.push_back({.name = "more", .count = mostly(1, {0, 5000}), .lanes = {4}});
    program.at_start.assign(std::size_t(mostly(2, {0, 1, 3})), 0);
    program.after_points = mostly(1, {2, 9, -7});
    program.told = mostly(1, {0, 5});
    program.field = mostly(0, {1, 4});
    program.given = {{"sum", std::vector<double>(std::size_t(mostly(1, {4, 3}))), std::size_t(mostly(0, {2}))}};
    BOOST_TEST_CONTEXT("seed " << seed) {
      try {
        // A program that goes on with group 2 for ever ends after some supersteps.
        SerialRun serial(program, std::vector<double>(std::size_t(10 * columns)), columns);
        for (int i = 0; i < 20 && serial.superstep(); ++i) continue;
        results_of(program, serial.state());
        ++sound;
      } catch (const std::logic_error&) {
        ++faults;
      }
    }
  }
  BOOST_TEST(sound > 100);
  BOOST_TEST(faults > 500);
}

BOOST_AUTO_TEST_SUITE_END()
