#pragma once

#include <cstdint>

#include "data/dataset.hpp"
#include "document/bp_options.hpp"
#include "document/partition.hpp"
#include "perceptron/samples.hpp"

namespace uneven::bp {

/// Bytes of one made-up sample. @param element_bytes  of a number.
double bytes_of_made_up(const document::Perceptron& network, bool dense, std::int64_t element_bytes);

/// The samples of a range: from the job's data file, or made up so that any range of them is the same everywhere.
template <class Real>
data::Samples<Real> load_samples(const document::BpOptions& options, const document::Perceptron& network,
                                 document::Range samples);

/// A view for the kernels; `owner` must outlive it.
template <class Real>
perceptron::Samples<Real> view(const data::Samples<Real>& owner);

}  // namespace uneven::bp
