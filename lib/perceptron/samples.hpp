// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

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

/// The ones of a sparse 0/1 matrix listed by input instead of by sample, separately for every chunk of samples, so
/// that the gradient of one input's weights is summed in registers.
///
/// Chunk c has the lists i in [chunk_start[c], chunk_start[c + 1]): input[i] is 1 in the samples
/// sample[start[i]] .. sample[start[i + 1] - 1], counted from the first sample of the chunk, ascending.
struct InputLists {
  std::vector<std::int64_t> chunk_start;
  std::vector<std::int32_t> input;
  std::vector<std::int64_t> start;
  std::vector<std::int32_t> sample;
};

/// Lists the ones by input for chunks of `chunk` samples (the last may be shorter).
/// @param row_start, active  as in Samples, shapes [samples + 1] and [ones].
/// Cost: O(ones log(ones per chunk) + inputs) time, O(ones + inputs) memory.
InputLists list_by_input(const std::int64_t* row_start, const std::int32_t* active, std::int64_t samples,
                         std::int64_t inputs, std::int64_t chunk);

}  // namespace uneven::perceptron
