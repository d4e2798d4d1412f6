// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "bp/weights.hpp"
#include "document/partition.hpp"
#include "perceptron/samples.hpp"

namespace uneven::bp {

/// How well the network does on some samples.
struct Accuracy {
  double right = 0;     ///< share of the samples whose best guess is the target's
  double baseline = 0;  ///< the share that guessing the commonest target gets right
};

/// The best guess is the phoneme at the smallest angle (`phonemes`, the NETtalk task), else the largest output; with a
/// single output, whether it exceeds 0.5. Cost: one forward pass.
template <class Real>
Accuracy accuracy(const document::Perceptron& network, const Whole<Real>& weights,
                  const perceptron::Samples<Real>& samples, bool phonemes);

}  // namespace uneven::bp
