// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "schedule/schedule.hpp"

namespace uneven::reduction {

/// Performs the list of a reduction in one piece: appends the texts from below to `mine` and sends it up. Collective
/// over the tree.
/// @return  all texts, in the order of items, at the root; a part of them elsewhere.
std::string concatenate(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                        const schedule::Schedule& list, std::string mine);

}  // namespace uneven::reduction
