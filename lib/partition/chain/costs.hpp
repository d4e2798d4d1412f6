// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "partition/chain/schedule.hpp"
#include "simulate/pricing.hpp"

namespace uneven::partition {

/// What the operations of each processor cost it in an iteration on a plan of several hidden layers, shape [p]: its
/// work in CPU seconds, see ChainWork, and additions. Activations, slopes and updates are in the products, copies in
/// the messages.
/// @param parts  of all processors.
std::vector<simulate::Costs> costs_of(const document::Partition& plan, const document::Speeds& speeds,
                                      const std::vector<ChainPart>& parts);

}  // namespace uneven::partition
