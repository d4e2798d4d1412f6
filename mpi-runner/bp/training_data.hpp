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

/// Bytes that training takes at one processor by what the plan says: weights, gradients, velocity and sums of its
/// hidden units, at the first all weights, and samples if they are made up. Samples of a file are as many as it has.
///
/// @param element_bytes  of a weight.
double bytes_of(const document::Partition& plan, const document::BpOptions& options, std::int64_t processor,
                std::int64_t element_bytes);

/// Bytes of one made-up sample. @param element_bytes  of a number.
double bytes_of_made_up(const document::Perceptron& network, bool dense, std::int64_t element_bytes);

/// The samples of a range: from the job's data file, or made up so that any range of them is the same everywhere.
template <class Real>
data::Samples<Real> load_samples(const document::BpOptions& options, const document::Perceptron& network,
                                 document::Range samples);

/// A view for the kernels; `owner` must outlive it.
template <class Real>
perceptron::Samples<Real> view(const data::Samples<Real>& owner);

/// Checks a job's data against its plan and notes what the user should know. One process calls it, so that what is
/// wrong with both is said once.
/// @param digests  of the files of the data.
/// @return         what a run that resumes must have in common with the one that wrote the checkpoint.
/// @throws InputError, OpenError
document::Json check_data(const document::Partition& plan, const document::BpOptions& options,
                          const std::vector<std::string>& digests);

/// Whether the run will be able to leave its files. @param force  it may replace those that are something else.
/// @throws IoError, InputError if not.
void check_outputs(const document::BpOptions& options, bool force);

}  // namespace uneven::bp
