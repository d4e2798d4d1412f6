// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "context.hpp"
#include "document/options/reduction_options.hpp"
#include "document/reduction_tree.hpp"
#include "schedule/schedule.hpp"

namespace uneven::reduction {

/// Joins all items along the tree, `repeat` times. Collective.
/// @return  the report at rank 0, nothing elsewhere.
template <class T>
std::string run_numbers(const document::ReductionTree& plan, const document::ReductionOptions& options,
                        const runner::Context& context, const comm::Communicator& comm);

/// The same with words.
std::string run_concatenation(const document::ReductionTree& plan, const document::ReductionOptions& options,
                              const runner::Context& context, const comm::Communicator& comm);

/// Performs the list of a reduction in one piece: appends the texts from below to `mine` and sends it up. Collective
/// over the tree.
/// @return  all texts, in the order of items, at the root; a part of them elsewhere.
std::string concatenate(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                        const schedule::Schedule& list, std::string mine);

}  // namespace uneven::reduction
