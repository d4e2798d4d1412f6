// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "data/training/dataset.hpp"
#include "document/common.hpp"

namespace uneven::bp {

/// The samples of each iteration of training on batches, as one processor needs them.
///
/// Epochs follow one another without a gap, each in an order of its own (perceptron::order_of_epoch); iteration t takes
/// the places [t S, (t + 1) S) of them, so that a batch may begin in one epoch and end in the next.
template <class Real>
class Batches {
 public:
  /// @param all  the training samples. @param batch  S, at most as many.
  Batches(data::Samples<Real> all, std::int64_t batch, std::uint64_t seed);

  /// Copies the samples at some places of the batch of iteration `t`, from 0. Cost: that of the copy; O(samples) where
  /// an epoch begins.
  void load(std::int64_t t, document::Range places, data::Samples<Real>& to);

 private:
  std::int64_t sample_at(std::int64_t place);

  data::Samples<Real> all_;
  std::int64_t batch_;
  std::uint64_t seed_;
  std::int64_t epoch_ = -1;
  std::vector<std::int64_t> order_;  ///< of that epoch
};

extern template class Batches<float>;
extern template class Batches<double>;

}  // namespace uneven::bp
