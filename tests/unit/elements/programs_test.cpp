// SPDX-License-Identifier: MIT
#include "elements/programs.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "base/text.hpp"
#include "program_runs.hpp"

BOOST_AUTO_TEST_SUITE(programs)

using namespace uneven::elements;
using namespace uneven::elements::test;

BOOST_AUTO_TEST_CASE(one_and_three_threads_give_the_same_bits) {
  for (const std::string name : {"kmeans", "em", "logistic", "linear"}) {
    const bool label = name == "logistic" || name == "linear";
    const auto rows = test::rows_around_places(30001, 3, 11, label);
    Settings settings = settings_for(30001, 3 + label);
    settings.iterations = 6;
    const auto program = make_program(name, settings);
    SerialRun one(*program, rows, settings.columns, 1), three(*program, rows, settings.columns, 3);
    one.run();
    three.run();
    const auto a = program->results(one.state()), b = program->results(three.state());
    for (std::size_t i = 0; i < a.size(); ++i) BOOST_TEST(a[i].values == b[i].values, boost::test_tools::per_element());
    BOOST_TEST(one.output() == three.output());
  }
}

BOOST_AUTO_TEST_CASE(a_run_that_is_stopped_at_any_time_has_an_output) {
  const auto rows = test::rows_around_places(1000, 2, 1);
  for (const std::string name : {"kmeans", "em"})
    for (int supersteps = 0; supersteps < 12; ++supersteps)
      BOOST_TEST_CONTEXT(name << " stopped after " << supersteps) {
        const auto program = make_program(name, settings_for(1000, 2));
        SerialRun run(*program, rows, 2);
        for (int i = 0; i < supersteps; ++i) run.superstep();
        const auto labels = run.output();
        BOOST_TEST(std::ranges::min(labels) >= 0);
        BOOST_TEST(std::ranges::max(labels) < 4);
      }
}

BOOST_AUTO_TEST_CASE(without_a_tolerance_all_iterations_are_done) {
  const auto rows = test::rows_around_places(500, 2, 1);
  for (const std::string name : {"kmeans", "em"}) {
    Settings settings = settings_for(500, 2);
    settings.tolerance = 0;
    settings.iterations = 300;
    const auto program = make_program(name, settings);
    SerialRun run(*program, rows, 2);
    while (run.superstep()) continue;
    BOOST_TEST(program->iterations(run.state()) == 300);
  }
}

BOOST_AUTO_TEST_CASE(pagerank_of_a_small_graph_solves_its_equation) {
  // 0 -> 1, 1 -> 2, 2 -> 0, 2 -> 1; 3 has no edges at all.
  Settings settings = settings_for(4, 0);
  settings.tolerance = 1e-15;
  settings.iterations = 1000;
  const auto program = make_program("pagerank", settings);
  SerialRun run(*program, {}, 0);
  Block& block = *run.blocks(0)[0];
  block.link_start = {0, 1, 2, 4, 4};
  block.links = {1, 2, 0, 1};
  run.run();
  BOOST_TEST(*program->settled(run.state()));
  const auto r = run.output();
  const double base = 0.15 / 4 + 0.85 * r[3] / 4;
  BOOST_TEST(r[0] == base + 0.85 * r[2] / 2, boost::test_tools::tolerance(1e-13));
  BOOST_TEST(r[1] == base + 0.85 * (r[0] + r[2] / 2), boost::test_tools::tolerance(1e-13));
  BOOST_TEST(r[2] == base + 0.85 * r[1], boost::test_tools::tolerance(1e-13));
  BOOST_TEST(r[3] == base, boost::test_tools::tolerance(1e-13));
}

BOOST_AUTO_TEST_CASE(bad_input_is_said) {
  const auto few = settings_for(3, 2);
  BOOST_TEST(fails_with("4 clusters for 3 points", [&] { make_program("kmeans", few); }));
  BOOST_TEST(fails_with("4 clusters for 3 points", [&] { make_program("em", few); }));
  BOOST_TEST(fails_with("unknown", [&] { make_program("kmean", few); }));
  const auto labels = make_program("logistic", settings_for(2, 2));
  BOOST_TEST(fails_with("row 2: the label is 2", [&] { SerialRun(*labels, {1, 0, 1, 2}, 2); }));
  // All points on a line, and no floor.
  std::vector<double> line;
  for (int i = 0; i < 100; ++i) line.insert(line.end(), {double(i), 2.0 * i});
  Settings settings = settings_for(100, 2);
  settings.variance_floor = 0;
  const auto em = make_program("em", settings);
  SerialRun run(*em, line, 2);
  BOOST_TEST(fails_with("covariance is singular", [&] { run.run(); }));
  settings.variance_floor = 1e-6;
  const auto floored = make_program("em", settings);
  SerialRun(*floored, line, 2).run();
}

BOOST_AUTO_TEST_CASE(numbers_of_hidden_data_are_not_shown) {
  const auto labels = make_program("logistic", settings_for(1, 2));
  const auto em = make_program("em", settings_for(4, 1));
  uneven::hide_data();
  const bool label = fails_with("row 1: the label is ...; expected", [&] { SerialRun(*labels, {1, 777777}, 2); });
  const bool largest = fails_with("largest number of the data is ... in size", [&] {
    SerialRun(*em, {0, 1, 2, 7.77e305}, 1).run();
  });
  uneven::hide_data(false);
  BOOST_TEST(label);
  BOOST_TEST(largest);
}

BOOST_AUTO_TEST_CASE(a_run_can_go_on_from_each_of_its_states_and_from_no_other) {
  constexpr int run_of_kmeans = 2, run_of_em = 2, model = 1;
  for (const auto& [name, last] :
       {std::pair("kmeans", run_of_kmeans), {"em", run_of_em}, {"logistic", model}, {"linear", model}}) {
    BOOST_TEST_CONTEXT(name) {
      const bool label = last == model;
      const auto rows = test::rows_around_places(500, 3, 11, label);
      Settings settings = settings_for(500, 3 + label);
      settings.iterations = 3;
      const auto program = make_program(name, settings);
      SerialRun run(*program, rows, settings.columns);
      BOOST_TEST(program->can_resume(run.state(), -1));
      while (run.superstep())
        if (program->iterations(run.state()) > 0) BOOST_TEST(program->can_resume(run.state(), last));
      State state = run.state();
      BOOST_TEST(!program->can_resume(state, 0));
      state.multicast[0].pop_back();
      BOOST_TEST(!program->can_resume(state, last));
      for (std::size_t i = 0; i < run.state().values[static_cast<std::size_t>(last)].size(); ++i) {
        state = run.state();
        state.values[static_cast<std::size_t>(last)][i] = std::nan("");
        BOOST_TEST_CONTEXT("number " << i) BOOST_TEST(!program->can_resume(state, last));
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
