// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "measure/kernels/kernel.hpp"
#include "measure/sampling/speed.hpp"

namespace uneven::measure {

/// Measures a processor's speed at its usual share of the problem and, for a curve, at smaller and larger sizes. Passes
/// alternate with other measurements, because noise on a machine comes in periods, and must not look like an effect of
/// size.
class Sizes {
 public:
  /// @param load_of_scale  load of a part of the problem; scale 1 is the usual share. Without a run if there is nothing
  ///                       to measure. Made anew in each pass, since all sizes at once might need too much memory.
  /// @param effort         for the usual share over all `passes`; with a curve, each size gets a part of it.
  Sizes(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, std::function<Load(double)> load_of_scale,
        const Effort& effort, bool curve);

  static constexpr int passes = 3;

  /// Measures each size once more, unless a stop is requested. At least one pass must precede usual() and curve().
  /// Collective. Cost: for each size, a warm-up and at least `least_repeats` repeats.
  void pass();

  /// Speed at the usual share, pooled with processors of the same model. Collective.
  Speed usual(const Alike& alike) const { return probable(usual_size(), alike); }

  /// The curve of pooled speeds by size; empty if none is measured. Collective.
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
