#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "document/measure_options.hpp"

namespace uneven::measure {

/// Work of one size that can be done again and again.
struct Load {
  double units = 0;           ///< of work in one run
  std::function<void()> run;  ///< owns its data
};

/// What a program computes at a time, messages permitting.
struct Piece {
  std::function<void()> in_order;  ///< of the program, which may find less in the caches than the kernel does
  std::function<void()> at_once;   ///< as much, as the kernel does it
};

/// How long messages come to a program.
struct LongMessages {
  std::size_t memory = 0;  ///< bytes that they come from or go to in turn; 0: those of one message
  int at_once = 1;         ///< to others, and as many from others
};

/// A kernel whose speed can be measured.
struct Kernel {
  std::string name;
  std::string unit;
  /// What the speed depends on, for the speeds document.
  std::function<document::Json(const document::MeasureOptions&)> options;
  /// @param processors  that share the whole problem.
  /// @param scale       1 for a processor's usual share; smaller or larger for a point of the curve.
  std::function<Load(const document::MeasureOptions&, int processors, double scale)> load;
  /// CPU seconds of a sample whatever its units; empty, or nothing, where there is no such thing or it cannot be told.
  /// @param longest_s  to be spent on it, if it takes more than a few runs.
  std::function<std::optional<double>(const document::MeasureOptions&, int processors, double longest_s)> sample_time{};
  /// Where programs order their work otherwise than the kernel does.
  std::function<Piece(const document::MeasureOptions&, int processors)> piece{};
  LongMessages long_messages{};  ///< of its programs
};

/// @throws InputError that lists the known kernels.
const Kernel& kernel_named(const std::string& name);

Kernel bp_kernel();
Kernel matmul_kernel();
Kernel search_kernel();
/// An iteration of a program of run-bsp: kmeans, em or logistic.
Kernel elements_kernel(const std::string& program);

}  // namespace uneven::measure
