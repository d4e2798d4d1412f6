// SPDX-License-Identifier: MIT
#include "perceptron/units.hpp"

#include "perceptron/kernels.hpp"

namespace uneven::perceptron {

template <class Real>
void activate(HiddenUnits units, Real* u, std::int64_t count) {
  const Kernels<Real>& best = kernels<Real>();
  if (units == HiddenUnits::sigmoid) {
    best.sigmoid(u, count);
  } else if (units == HiddenUnits::tanh) {
    best.tanh(u, count);
  } else {
    best.relu(u, count);
  }
}

template <class Real>
void multiply_by_slopes(HiddenUnits units, const Real* f, const Real* error, Real* slope, std::int64_t count) {
  switch (units) {
    case HiddenUnits::sigmoid:
      for (std::int64_t i = 0; i < count; ++i) slope[i] = f[i] * (1 - f[i]) * error[i];
      return;
    case HiddenUnits::tanh:
      for (std::int64_t i = 0; i < count; ++i) slope[i] = (1 - f[i] * f[i]) * error[i];
      return;
    case HiddenUnits::relu:
      for (std::int64_t i = 0; i < count; ++i) slope[i] = f[i] > 0 ? error[i] : 0;
  }
}

template <class Real>
double output_error(const Units& units, Real* u, const Real* d, std::int64_t samples, std::int64_t outputs) {
  const Kernels<Real>& best = kernels<Real>();
  if (units.output == OutputUnits::softmax) return best.softmax_entropy(u, d, samples, outputs);
  if (units.output == OutputUnits::linear) return best.linear_error(u, d, samples * outputs);
  if (units.loss == Loss::cross_entropy) return best.sigmoid_entropy(u, d, samples * outputs);
  return best.output_error(u, d, samples * outputs);
}

template <class Real>
void activate_outputs(OutputUnits units, Real* u, std::int64_t samples, std::int64_t outputs) {
  if (units == OutputUnits::softmax) kernels<Real>().softmax(u, samples, outputs);
  if (units == OutputUnits::sigmoid) kernels<Real>().sigmoid(u, samples * outputs);
}

template <class Real>
void add_momentum(Real* gradient, Real* velocity, Real momentum, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) velocity[i] = gradient[i] += momentum * velocity[i];
}

#define UNEVEN_INSTANTIATE(Real)                                                                \
  template void activate(HiddenUnits, Real*, std::int64_t);                                     \
  template void multiply_by_slopes(HiddenUnits, const Real*, const Real*, Real*, std::int64_t); \
  template double output_error(const Units&, Real*, const Real*, std::int64_t, std::int64_t);   \
  template void activate_outputs(OutputUnits, Real*, std::int64_t, std::int64_t);               \
  template void add_momentum(Real*, Real*, Real, std::int64_t);
UNEVEN_INSTANTIATE(float)
UNEVEN_INSTANTIATE(double)
#undef UNEVEN_INSTANTIATE

}  // namespace uneven::perceptron
