#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>

namespace uneven::perceptron {

/// `size` numbers, zero at first, aligned to a cache line.
template <class Real>
class Buffer {
 public:
  explicit Buffer(std::int64_t size)
      : data_(static_cast<Real*>(::operator new(static_cast<std::size_t>(size) * sizeof(Real), alignment))) {
    std::fill_n(data_.get(), size, Real{0});
  }
  Real* data() { return data_.get(); }
  const Real* data() const { return data_.get(); }

 private:
  static constexpr std::align_val_t alignment{64};
  struct Free {
    void operator()(Real* p) const { ::operator delete(p, alignment); }
  };
  std::unique_ptr<Real, Free> data_;
};

}  // namespace uneven::perceptron
