// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "bp/weights.hpp"
#include "document/json.hpp"
#include "document/options/bp_options.hpp"
#include "document/partition.hpp"
#include "perceptron/samples.hpp"

namespace uneven::bp {

/// Accuracy of the network on some samples.
struct Accuracy {
  double right = 0;     ///< fraction of the samples that the network classifies correctly
  double baseline = 0;  ///< fraction that is correct if the commonest target is always guessed
};

/// Measures the accuracy. A sample's class is the phoneme at the smallest angle (`phonemes`, the NETtalk task), else
/// the largest output; with a single output, whether it exceeds 0.5. Cost: one forward pass.
template <class Real>
Accuracy accuracy(const document::Perceptron& network, const Whole<Real>& weights,
                  const perceptron::Samples<Real>& samples, bool phonemes);

/// Adds the accuracy on the data of a training and on its test data, where it has them, to a report's result.
template <class Real>
void add_accuracies(document::OrderedJson& result, const document::BpOptions& options, const document::Partition& plan,
                    const Whole<Real>& weights);

}  // namespace uneven::bp
