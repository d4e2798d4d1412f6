#pragma once

#include <string>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "reduction/tree_reduction.hpp"

namespace uneven::reduction {

/// Appends the texts from below to `mine` in the order of the plan and sends it up. Collective over the tree.
/// @return  all texts, in the order of items, at the root; a part of them elsewhere.
std::string concatenate(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, const TreePlace& place,
                        std::string mine);

}  // namespace uneven::reduction
