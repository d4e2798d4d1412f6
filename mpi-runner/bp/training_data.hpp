// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "document/options/bp_options.hpp"
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

}  // namespace uneven::bp
