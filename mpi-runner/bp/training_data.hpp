// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bp/weights.hpp"
#include "data/dataset.hpp"
#include "document/json.hpp"
#include "document/options/plan_options.hpp"
#include "document/partition.hpp"
#include "perceptron/samples.hpp"

namespace uneven::bp {

/// The samples of a range: from the job's data file, or generated so that each sample is the same at every processor.
template <class Real>
data::Samples<Real> load_samples(const document::BpOptions& options, const document::Perceptron& network,
                                 document::Range samples);

/// A view for the kernels; `owner` must outlive it.
template <class Real>
perceptron::Samples<Real> view(const data::Samples<Real>& owner);

/// Checks a job's data against its plan and prints notes for the user. Only one process calls it, so that an error is
/// printed once.
/// @param digests  digests of the data files.
/// @return         identity of the run: properties that a run resuming from its checkpoint must share.
/// @throws InputError, OpenError
document::Json check_data(const document::Partition& plan, const document::BpOptions& options,
                          const std::vector<std::string>& digests);

/// Checks that the run can write its files. @param force  it may replace files of another kind.
/// @throws IoError, InputError if not.
void check_outputs(const document::BpOptions& options, bool force);

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
