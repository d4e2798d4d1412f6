// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bp/weights.hpp"
#include "data/training/dataset.hpp"
#include "document/json.hpp"
#include "document/options/plan_options.hpp"
#include "document/partition.hpp"
#include "perceptron/samples.hpp"

namespace uneven::bp {

/// How the inputs of a network are made of those of the data.
struct Inputs {
  std::optional<data::InputScale> scale;  ///< applied to them
  bool bias = false;                      ///< a last input that is always 1 is added
};

/// How inputs are held: scaled ones are no longer 0 and 1.
data::InputForm form_of(const document::BpOptions& options);

/// The samples of a range: from the job's data file, or generated so that each sample is the same at every processor.
template <class Real>
data::Samples<Real> load_samples(const document::BpOptions& options, const document::Perceptron& network,
                                 document::Range samples);

/// Makes samples as the network takes them, and checks their targets.
/// @param first  of the samples, from 0, for the message.
/// @throws InputError  if a target is none of the output units' and the loss's.
template <class Real>
void prepare(data::Samples<Real>& samples, const Inputs& inputs, const document::NetworkOptions& options,
             const std::string& spec, std::int64_t first);

/// A view for the kernels; `owner` must outlive it.
template <class Real>
perceptron::Samples<Real> view(const data::Samples<Real>& owner);

/// Numbers of a text table that are read at a time, for forecasts of memory.
inline constexpr double numbers_of_part = 1 << 20;

/// What one process finds in a job's data.
struct Found {
  document::Json identity;                ///< properties that a run resuming from its checkpoint must share
  std::int64_t samples = 0;               ///< to train on
  bool dense = false;                     ///< whether the inputs are held so, by the first of them
  bool tables = false;                    ///< they are read from tables, dense at first
  std::optional<data::InputScale> scale;  ///< if the inputs are standardised
};

/// Checks a job's data against its plan and prints notes for the user. Only one process calls it, so that an error is
/// printed once.
/// @param samples  of the data that are used; 0: all, for training on batches.
/// @param digests  digests of the data files.
/// @throws InputError, OpenError
Found check_data(const document::Partition& plan, const document::BpOptions& options, std::int64_t samples,
                 const std::vector<std::string>& digests);

/// How the data of a test or a validation are read: their labels are those of the training data.
/// @param sizes  of the layers.
data::DatasetOptions like_training_data(const document::BpOptions& options, const std::vector<std::int64_t>& sizes);

/// Checks that the run can write its files. @param force  it may replace files of another kind.
/// @throws IoError, InputError if not.
void check_outputs(const document::BpOptions& options, bool force);

/// Adds the accuracy on the data of a training and on its test data, where it has them, to a report's result.
/// @param sizes  of the layers. @param samples  that the network was trained on.
template <class Real>
void add_accuracies(document::OrderedJson& result, const document::BpOptions& options,
                    const std::vector<std::int64_t>& sizes, std::int64_t samples, const Inputs& inputs,
                    const Whole<Real>& weights);

}  // namespace uneven::bp
