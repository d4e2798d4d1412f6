#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>

namespace uneven::perceptron {

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
