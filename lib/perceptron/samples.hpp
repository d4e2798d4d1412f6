// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string_view>
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

/// Elements of the widest vector of any processor type.
inline constexpr std::int64_t widest_vector = 16;

/// Hidden units in a vector; a vector of one unit takes as long as a full one. The widest vector of any processor type;
/// 1 with dense inputs, because OpenBLAS does most of their work.
std::int64_t vector_width(std::string_view input);

/// Units that take as long as these: rounded up to whole vectors.
std::int64_t whole_vectors(std::int64_t units, std::int64_t width = widest_vector);

/// Elements from a row to the next (leading dimension), such that the rows of a column block do not compete for the
/// same cache sets.
/// @param width  elements of a row, whole vectors.
std::int64_t stride_of(std::int64_t width);

/// A chunk size for which one chunk's F takes about 768 KiB, to stay in a second-level cache; the same for any
/// processor type. At least 256: all weights and the gradient pass through the caches for each chunk.
/// @param hidden  hidden units of a block; where processors share chunks, the largest of their blocks.
std::int64_t chunk_samples(std::int64_t hidden, std::size_t element_bytes);

/// `size` numbers, zero at first, aligned to a cache line. A vector's length more is readable, so that the last vector
/// may reach beyond them.
template <class Real>
class Buffer {
 public:
  explicit Buffer(std::int64_t size)
      : data_(static_cast<Real*>(::operator new(static_cast<std::size_t>(size + slack) * sizeof(Real), alignment))) {
    std::fill_n(data_.get(), size + slack, Real{0});
  }
  Real* data() { return data_.get(); }
  const Real* data() const { return data_.get(); }

 private:
  static constexpr std::align_val_t alignment{64};
  static constexpr std::int64_t slack = 16;  // the longest vector
  struct Free {
    void operator()(Real* p) const { ::operator delete(p, alignment); }
  };
  std::unique_ptr<Real, Free> data_;
};

}  // namespace uneven::perceptron
