// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "document/options/network_options.hpp"

namespace uneven::perceptron {

using document::HiddenUnits;
using document::Loss;
using document::OutputUnits;

/// What the units of a network compute, as seen from one block.
struct Units {
  HiddenUnits hidden = HiddenUnits::sigmoid;
  OutputUnits output = OutputUnits::sigmoid;
  Loss loss = Loss::squared;
  bool bias = false;      ///< the last input is 1 in all samples: its weights are the hidden units' biases
  bool constant = false;  ///< the last hidden unit of the block is always 1: its weights are the outputs' biases
};

/// Weighted sums become the values of hidden units, in place.
template <class Real>
void activate(HiddenUnits units, Real* u, std::int64_t count);

/// slope = f' error, with the slope f' of hidden units whose values are f.
template <class Real>
void multiply_by_slopes(HiddenUnits units, const Real* f, const Real* error, Real* slope, std::int64_t count);

/// From the weighted sums u of outputs, shape [samples, outputs]: in their place the slope of the loss in u, which is
/// (h - d) h (1 - h) of sigmoid outputs h, targets d and squares (Ozawa 2004, eq. 5), else h - d.
/// @return  the loss over the samples, such as half the sum of (h - d)^2.
template <class Real>
double output_error(const Units& units, Real* u, const Real* d, std::int64_t samples, std::int64_t outputs);

/// The weighted sums of outputs become the outputs, in place. Shape [samples, outputs].
template <class Real>
void activate_outputs(OutputUnits units, Real* u, std::int64_t samples, std::int64_t outputs);

/// Momentum: velocity = gradient + momentum velocity, which takes the gradient's place, too.
template <class Real>
void add_momentum(Real* gradient, Real* velocity, Real momentum, std::int64_t count);

}  // namespace uneven::perceptron
