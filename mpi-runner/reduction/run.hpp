// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "comm/communicator.hpp"
#include "context.hpp"
#include "document/options/reduction_options.hpp"
#include "document/reduction_tree.hpp"

namespace uneven::reduction {

/// Joins all items along the tree, `repeat` times. Collective.
/// @return  the report at rank 0, nothing elsewhere.
template <class T>
std::string run_numbers(const document::ReductionTree& plan, const document::ReductionOptions& options,
                        const runner::Context& context, const comm::Communicator& comm);

/// The same with words.
std::string run_concatenation(const document::ReductionTree& plan, const document::ReductionOptions& options,
                              const runner::Context& context, const comm::Communicator& comm);

}  // namespace uneven::reduction
