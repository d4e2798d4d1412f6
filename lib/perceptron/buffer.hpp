// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string_view>

namespace uneven::perceptron {

/// Elements of the widest vector of any processor type.
inline constexpr std::int64_t widest_vector = 16;

/// Hidden units in a vector, of which one takes as long as all: of the widest kind on any processor type, but 1 with
/// dense inputs, most of whose work OpenBLAS does.
std::int64_t vector_width(std::string_view input);

/// Units that take as long as these: rounded up to whole vectors.
std::int64_t whole_vectors(std::int64_t units, std::int64_t width = widest_vector);

/// Elements from a row of so many to the next, in which the rows of a column block do not compete for the same cache
/// sets.
/// @param width  whole vectors.
std::int64_t stride_of(std::int64_t width);

/// A chunk size for which one chunk's F takes about 768 KiB, to stay in a second-level cache; the same for any
/// processor type. At least 256: all weights and the gradient pass through the caches for each chunk.
/// @param hidden  hidden units of a block; where processors share chunks, the largest of their blocks.
std::int64_t chunk_samples(std::int64_t hidden, std::size_t element_bytes);

/// `size` numbers, zero at first, aligned to a cache line; so many more are readable that the vectors of the last ones
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
