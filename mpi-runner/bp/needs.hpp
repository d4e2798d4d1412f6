#pragma once

#include <cstdint>

#include "document/bp_options.hpp"
#include "document/partition.hpp"

namespace uneven::bp {

/// Bytes that training takes at one processor by what the plan says: weights, gradients, velocity and sums of its
/// hidden units, at the first all weights, and samples if they are made up. Samples of a file are as many as it has.
///
/// @param element_bytes  of a weight.
double bytes_of(const document::Partition& plan, const document::BpOptions& options, std::int64_t processor,
                std::int64_t element_bytes);

}  // namespace uneven::bp
