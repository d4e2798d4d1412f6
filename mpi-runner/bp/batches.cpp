// SPDX-License-Identifier: MIT
#include "bp/batches.hpp"

#include <algorithm>
#include <utility>

#include "perceptron/batch_order.hpp"

namespace uneven::bp {

template <class Real>
Batches<Real>::Batches(data::Samples<Real> all, std::int64_t batch, std::uint64_t seed)
    : all_(std::move(all)), batch_(batch), seed_(seed) {}

template <class Real>
std::int64_t Batches<Real>::sample_at(std::int64_t place) {
  if (const std::int64_t epoch = place / all_.samples; epoch != epoch_) {
    order_ = perceptron::order_of_epoch(seed_, epoch, all_.samples);
    epoch_ = epoch;
  }
  return order_[static_cast<std::size_t>(place % all_.samples)];
}

template <class Real>
void Batches<Real>::load(std::int64_t t, document::Range places, data::Samples<Real>& to) {
  to.samples = places.count;
  to.inputs = all_.inputs;
  to.outputs = all_.outputs;
  to.sparse = all_.sparse;
  to.targets.resize(static_cast<std::size_t>(places.count * all_.outputs));
  if (to.sparse) {
    to.row_start.assign(1, 0);
    to.active.clear();
  } else {
    to.dense.resize(static_cast<std::size_t>(places.count * all_.inputs));
  }
  for (std::int64_t i = 0; i < places.count; ++i) {
    const std::int64_t s = sample_at(t * batch_ + places.first + i);
    std::copy_n(all_.targets.begin() + s * all_.outputs, all_.outputs, to.targets.begin() + i * all_.outputs);
    if (!to.sparse) {
      std::copy_n(all_.dense.begin() + s * all_.inputs, all_.inputs, to.dense.begin() + i * all_.inputs);
      continue;
    }
    const std::int64_t* row = all_.row_start.data() + s;
    to.active.insert(to.active.end(), all_.active.begin() + row[0], all_.active.begin() + row[1]);
    to.row_start.push_back(static_cast<std::int64_t>(to.active.size()));
  }
}

template class Batches<float>;
template class Batches<double>;

}  // namespace uneven::bp
