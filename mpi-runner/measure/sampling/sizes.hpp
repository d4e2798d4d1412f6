// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "measure/kernels/kernel.hpp"
#include "measure/sampling/same_model.hpp"
#include "measure/sampling/speed.hpp"

namespace uneven::measure {

/// A processor's speed at its usual share of the problem and, for a curve, at sizes below and above, in passes between
/// other measurements: what else goes on at a machine comes in spells, and one must not pass for what is special about
/// a size.
class Sizes {
 public:
  /// @param load_of_scale  work on a part of the problem, 1 being the usual share; without a run where there is nothing
  ///                       to measure. Made anew in each pass: all sizes at once might need too much memory.
  /// @param effort         of all `passes`, for the usual share alone; with a curve each size has a part of it.
  Sizes(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, std::function<Load(double)> load_of_scale,
        const Effort& effort, bool curve);

  static constexpr int passes = 3;

  /// Measures each size, or once more, unless a stop is requested. One pass at least comes before what follows.
  /// Collective. Cost: of each size, a warm-up and `least_repeats` at least.
  void pass();

  /// Of the usual share, as those of like processors make it more probable. Collective.
  Speed usual(const Alike& alike) const { return probable(usual_size(), alike); }

  /// By size, likewise; empty without one. Collective.
  std::vector<document::CurvePoint> curve(const Alike& alike) const;

 private:
  struct Size {
    double scale, units = 0, part_units = 0;
    Repeats repeats{};
  };

  void measure(Size& size);
  void first_pass();
  static Speed probable(const Size& size, const Alike& alike);
  const Size& usual_size() const;

  const comm::Communicator& comm_;
  const comm::WaitPolicy& wait_policy_;
  std::function<Load(double)> load_of_scale_;
  Effort effort_;
  bool has_curve_;
  std::vector<Size> sizes_;
};

}  // namespace uneven::measure
