// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "elements/block.hpp"
#include "elements/program.hpp"

namespace uneven::elements {

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

  /// The program's number for each element of group 0.
  std::vector<double> output() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace uneven::elements
