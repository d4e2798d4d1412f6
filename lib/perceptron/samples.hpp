#pragma once

#include <cstdint>

namespace uneven::perceptron {

/// A view of training samples; it owns nothing.
///
/// Inputs are either dense, `dense` of shape [samples, inputs], or sparse 0/1: the ones of sample s are the columns
/// `active[row_start[s]] .. active[row_start[s + 1] - 1]`, each in [0, inputs). `targets` has shape [samples, outputs].
/// All matrices are row-major.
template <class Real>
struct Samples {
  const Real* dense = nullptr;
  const std::int64_t* row_start = nullptr;
  const std::int32_t* active = nullptr;
  const Real* targets = nullptr;
  std::int64_t samples = 0;
  std::int64_t inputs = 0;
  std::int64_t outputs = 0;

  bool sparse() const { return dense == nullptr; }

  /// The samples [first, first + count), without a copy.
  Samples range(std::int64_t first, std::int64_t count) const {
    Samples part = *this;
    part.samples = count;
    part.targets += first * outputs;
    if (sparse()) {
      part.row_start += first;
    } else {
      part.dense += first * inputs;
    }
    return part;
  }
};

}  // namespace uneven::perceptron
