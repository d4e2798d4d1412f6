// SPDX-License-Identifier: MIT
#include "perceptron/block.hpp"

#include <algorithm>
#include <cassert>
#include <string>

#include "base/checksum.hpp"
#include "base/error.hpp"
#include "base/gemm.hpp"
#include "perceptron/samples.hpp"

namespace uneven::perceptron {
namespace {

template <class Real>
const Samples<Real>& checked(const Samples<Real>& samples, std::int64_t hidden) {
  if (samples.samples < 1 || samples.inputs < 1 || samples.outputs < 1 || hidden < 1) {
    throw InputError("a perceptron of " + std::to_string(samples.inputs) + "-" + std::to_string(hidden) + "-" +
                     std::to_string(samples.outputs) + " on " + std::to_string(samples.samples) +
                     " samples; expected at least one of each");
  }
  if (samples.sparse()) {
    for (std::int64_t k = samples.row_start[0]; k < samples.row_start[samples.samples]; ++k) {
      if (samples.active[k] < 0 || samples.active[k] >= samples.inputs) {
        throw InputError("active input " + std::to_string(samples.active[k]) + "; expected 0 <= input < " +
                         std::to_string(samples.inputs));
      }
    }
  }
  return samples;
}

}  // namespace

template <class Real>
Block<Real>::Block(const Samples<Real>& samples, std::int64_t hidden, std::int64_t chunk, int depth, const Units& units)
    : samples_(checked(samples, hidden)),
      units_(units),
      hidden_(hidden),
      width_(whole_vectors(hidden)),
      stride_(stride_of(width_)),
      chunk_(std::min(chunk > 0 ? chunk : chunk_samples(hidden, sizeof(Real)), samples.samples)),
      outputs_stride_(whole_vectors(samples.outputs)),
      weights_(rows() * stride_),
      gradient_(rows() * stride_),
      output_weights_(hidden * outputs_stride_),
      kernels_(kernels<Real>()) {
  for (int i = 0; i < depth; ++i) {
    slots_.push_back({Buffer<Real>(chunk_ * stride_), Buffer<Real>(chunk_ * samples_.outputs)});
  }
  if (samples_.sparse()) {
    lists_ = list_by_input(samples_.row_start, samples_.active, samples_.samples, samples_.inputs, chunk_);
  }
}

template <class Real>
void Block<Real>::replace_samples(const Samples<Real>& samples) {
  assert(samples.samples == samples_.samples && samples.sparse() == samples_.sparse());
  samples_ = samples;
  if (samples_.sparse()) {
    lists_ = list_by_input(samples_.row_start, samples_.active, samples_.samples, samples_.inputs, chunk_);
  }
}

template <class Real>
std::int64_t Block<Real>::sample_count(std::int64_t c) const {
  return std::min(chunk_, samples_.samples - first_sample(c));
}

template <class Real>
void Block<Real>::initialise(std::uint64_t seed, std::int64_t first_hidden, const Bounds& bounds) {
  const std::int64_t inputs = samples_.inputs - units_.bias;
  for (std::int64_t j = 0; j < hidden_ - units_.constant; ++j) {
    const std::vector<double> unit = initial_weights(seed, first_hidden + j, inputs + samples_.outputs);
    for (std::int64_t i = 0; i < inputs + samples_.outputs; ++i) {
      const double bound = i < inputs ? bounds.inputs : bounds.outputs;
      const std::int64_t row = i < inputs ? i : i + units_.bias;
      weights()[row * stride_ + j] = static_cast<Real>(within(unit[i], bound));
    }
  }
}

template <class Real>
void Block<Real>::start_iteration() {
  std::fill_n(gradient(), rows() * stride_, Real{0});
  const Real* v = output_rows(weights_);
  for (std::int64_t k = 0; k < samples_.outputs; ++k) {
    for (std::int64_t j = 0; j < hidden_; ++j) output_weights_.data()[j * outputs_stride_ + k] = v[k * stride_ + j];
  }
}

// Zero weights give F = 1/2, which would leak into dV.
template <class Real>
void Block<Real>::clear_padding(Real* f, std::int64_t rows) {
  for (std::int64_t s = 0; s < rows; ++s) std::fill(f + s * stride_ + hidden_, f + s * stride_ + width_, Real{0});
}

/// The constant unit's column of F or d1.
template <class Real>
void Block<Real>::set_constant(Real* f, std::int64_t rows, Real value) const {
  if (!units_.constant) return;
  for (std::int64_t s = 0; s < rows; ++s) f[s * stride_ + hidden_ - 1] = value;
}

template <class Real>
Into Block<Real>::slope() const {
  if (units_.hidden == HiddenUnits::sigmoid) return Into::slope;
  return units_.hidden == HiddenUnits::tanh ? Into::tanh_slope : Into::relu_slope;
}

template <class Real>
void Block<Real>::forward(std::int64_t c, int slot) {
  const std::int64_t first = first_sample(c), count = sample_count(c), inputs = samples_.inputs;
  Real* f = slots_[slot].hidden.data();
  if (samples_.sparse() && units_.hidden == HiddenUnits::sigmoid) {
    kernels_.sparse_forward(samples_.row_start + first, samples_.active, count, weights(), width_, stride_, f);
  } else if (samples_.sparse()) {
    kernels_.sparse_sums(samples_.row_start + first, samples_.active, count, weights(), width_, stride_, f);
    activate(units_.hidden, f, count * stride_);
  } else {
    gemm<Real>(count, hidden_, inputs, {samples_.dense + first * inputs, inputs}, {weights(), stride_}, 0, f, stride_);
    activate(units_.hidden, f, count * stride_);
  }
  clear_padding(f, count);
  set_constant(f, count, 1);
  kernels_.product({count, samples_.outputs, hidden_, f, stride_, 1, output_weights_.data(), outputs_stride_,
                    partial(slot), samples_.outputs, Into::replace});
}

template <class Real>
double Block<Real>::output_error(std::int64_t c, int slot) {
  const Real* d = samples_.targets + first_sample(c) * samples_.outputs;
  return perceptron::output_error(units_, partial(slot), d, sample_count(c), samples_.outputs);
}

template <class Real>
void Block<Real>::outputs(std::int64_t c, int slot) {
  activate_outputs(units_.output, partial(slot), sample_count(c), samples_.outputs);
}

template <class Real>
void Block<Real>::accumulate_output_gradient(std::int64_t c, int slot) {
  kernels_.product({samples_.outputs, width_, sample_count(c), partial(slot), 1, samples_.outputs,
                    slots_[slot].hidden.data(), stride_, output_rows(gradient_), stride_, Into::add});
}

template <class Real>
void Block<Real>::hidden_error(std::int64_t c, int slot) {
  kernels_.product({sample_count(c), width_, samples_.outputs, partial(slot), samples_.outputs, 1,
                    output_rows(weights_), stride_, slots_[slot].hidden.data(), stride_, slope()});
  set_constant(slots_[slot].hidden.data(), sample_count(c), 0);
}

template <class Real>
void Block<Real>::accumulate_input_gradient(std::int64_t c, int slot, std::int64_t first, std::int64_t count) {
  if (count < 0) count = hidden_ - first;
  const Real* d1 = slots_[slot].hidden.data() + first;
  if (samples_.sparse()) {
    const std::int64_t list = lists_.chunk_start[c], lists = lists_.chunk_start[c + 1] - list;
    kernels_.sparse_gradient(lists_.input.data() + list, lists_.start.data() + list, lists_.sample.data(), lists, d1,
                             count, stride_, gradient() + first);
  } else {
    const std::int64_t inputs = samples_.inputs;
    gemm<Real>(inputs, count, sample_count(c), {samples_.dense + first_sample(c) * inputs, inputs, true}, {d1, stride_},
               1, gradient() + first, stride_);
  }
}

template <class Real>
bool Block<Real>::update(Real rate) {
  return kernels_.update(weights(), gradient(), rate, rows() * stride_);
}

template class Block<float>;
template class Block<double>;

template <class Real>
double backward(Block<Real>& network, std::int64_t chunk, int slot) {
  const double error = network.output_error(chunk, slot);
  network.accumulate_output_gradient(chunk, slot);
  network.hidden_error(chunk, slot);
  network.accumulate_input_gradient(chunk, slot);
  return error;
}

template <class Real>
double iterate(Block<Real>& network, Real rate) {
  double error = 0;
  network.start_iteration();
  for (std::int64_t c = 0; c < network.chunks(); ++c) {
    network.forward(c);
    error += backward(network, c);
  }
  network.update(rate);
  return error;
}

template <class Real>
std::vector<double> train(Block<Real>& network, std::int64_t iterations, Real rate, double target_error) {
  std::vector<double> errors;
  while (static_cast<std::int64_t>(errors.size()) < iterations) {
    errors.push_back(iterate(network, rate));
    if (errors.back() <= target_error) break;
  }
  return errors;
}

template double backward(Block<float>&, std::int64_t, int);
template double backward(Block<double>&, std::int64_t, int);
template double iterate(Block<float>&, float);
template double iterate(Block<double>&, double);
template std::vector<double> train(Block<float>&, std::int64_t, float, double);
template std::vector<double> train(Block<double>&, std::int64_t, double, double);

std::vector<double> initial_weights(std::uint64_t seed, std::int64_t unit, std::int64_t count) {
  // Mixed twice, so that neighbouring seeds and units start far apart in the generator's sequence.
  std::uint64_t state = mix(mix(seed + golden) + golden * (static_cast<std::uint64_t>(unit) + 1));
  std::vector<double> weights(static_cast<std::size_t>(count));
  for (double& weight : weights) {
    state += golden;
    weight = 0.6 * (static_cast<double>(mix(state) >> 11) * 0x1p-53) - 0.3;
  }
  return weights;
}

}  // namespace uneven::perceptron
