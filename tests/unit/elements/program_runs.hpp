// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "elements/programs.hpp"
#include "elements/serial.hpp"
#include "made_up.hpp"

namespace uneven::elements::test {

inline Settings settings_for(std::int64_t elements, int columns, std::int64_t clusters = 4) {
  Settings settings;
  settings.elements = elements;
  settings.columns = columns;
  settings.clusters = clusters;
  return settings;
}

/// A program that has run to its end in this process.
struct Finished {
  Finished(const std::string& name, const Settings& settings, std::vector<double> rows)
      : program(make_program(name, settings)), run(*program, std::move(rows), settings.columns) {
    run.run();
  }
  std::unique_ptr<Program> program;
  SerialRun run;
};

/// Runs to the end. @param check  is told the objective after each iteration that has one, and the one before.
template <class Check>
void run_and_check(const Program& program, SerialRun& run, double before, Check check) {
  while (run.superstep()) {
    if (program.iterations(run.state()) < 0) continue;
    check(before, program.objective(run.state()));
    before = program.objective(run.state());
  }
}

inline const std::vector<double>& result(const std::vector<Result>& results, const std::string& name) {
  return std::find_if(results.begin(), results.end(), [&](const Result& r) { return r.name == name; })->values;
}

inline bool fails_with(const std::string& part, const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& e) {
    BOOST_TEST_MESSAGE(e.what());
    return std::string(e.what()).find(part) != std::string::npos;
  }
  return false;
}

}  // namespace uneven::elements::test
