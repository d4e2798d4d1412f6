// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "elements/mail.hpp"
#include "elements/program.hpp"

namespace uneven::elements {

// Checks of what a program declares and returns, before it is used. Each throws std::logic_error: an error of the
// program, not of its data.

/// The program's groups; checks that lanes have 1, 2, 4 or 8 bytes and that numbers of elements are possible.
std::vector<Group> groups_of(const Program& program);

/// Checks the state after begin() or step_central(): one list for each group; for a central one, count * fields values.
void require_state(const std::vector<Group>& groups, const State& state);

/// The group after `last`; checks that it is a group of the program, or `stop`.
int next_of(const Program& program, const std::vector<Group>& groups, const State& state, int last);

/// The program's results; checks that each has a unique name and finite numbers that fit its columns.
/// @param taken  names that the report itself uses.
std::vector<Result> results_of(const Program& program, const State& state, const std::vector<std::string>& taken = {});

/// A run of a program in this process alone, without MPI, for tests and measurements.
class SerialRun {
 public:
  /// All spread groups begin with zeros; group 0 is loaded from `rows`, shape [elements, columns].
  SerialRun(const Program& program, const std::vector<double>& rows, int columns, int threads = 1);
  SerialRun(SerialRun&&) = delete;
  ~SerialRun();

  /// Does one superstep. @return  false if the program has stopped.
  bool superstep();
  void run() {
    while (superstep()) {
    }
  }

  const State& state() const;
  std::vector<std::unique_ptr<Block>>& blocks(int group);

  /// The program's first output, of elements that are not removed.
  std::vector<double> output() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace uneven::elements
