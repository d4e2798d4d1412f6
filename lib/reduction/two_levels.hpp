// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "document/reduction_tree.hpp"
#include "document/speeds.hpp"
#include "reduction/model.hpp"

namespace uneven::reduction {

/// Whether some host has two of the `processors` fastest, on a network of two levels.
bool has_shared_hosts(const document::Speeds& speeds, const Model& model, std::int64_t processors);

/// The tree that joins one item from each processor inside hosts first, so that each host sends one result by its card.
///
/// The processors of a host are joined in the optimal tree for messages within a host; its root takes part in the
/// optimal tree of the hosts.
/// @param speeds           with a network of two levels.
/// @param model            for messages between hosts. @param within  for those inside one.
/// @param most_operations  per processor, in either tree, >= 1.
/// @return                 a scheduled tree; its times are those of the model between hosts.
/// Cost: O(p log p).
document::ReductionTree two_level_tree(const document::Speeds& speeds, const Model& model, const Model& within,
                                       std::int64_t processors, std::int64_t most_operations);

}  // namespace uneven::reduction
