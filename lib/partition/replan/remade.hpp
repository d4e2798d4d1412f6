// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "document/partition.hpp"
#include "document/speeds.hpp"

namespace uneven::partition {

// Plans made anew for other speeds of their processors, and what decides between the two. Plans of one hidden layer and
// of several have the same questions asked; only the answers come from different planners.

/// Planned compute seconds of an iteration, by processor; 0 for a processor without work.
std::vector<double> planned_seconds(const document::Partition& plan, const document::Speeds& speeds);

/// Whether a plan is made anew by predicted seconds: where the speeds tell them, and there are so few processors and
/// messages that the search takes a short time.
bool anew_by_seconds(const document::Partition& plan, const document::Speeds& speeds);

/// Seconds of an iteration: by seconds the predicted ones, else those of the slowest work.
double iteration_seconds(const document::Partition& plan, const document::Speeds& speeds, bool by_seconds);

/// Work of an iteration in the unit of the speeds.
double work_of(const document::Partition& plan, const document::Speeds& speeds);

/// A plan for other speeds of the same processors, in as many columns and by the same measure.
/// @param plan  every processor has work. @return  without candidates; nothing if no plan fits the memory.
std::optional<document::Partition> remade(const document::Partition& plan, const document::Speeds& speeds,
                                          bool by_seconds);

/// A plan for the processors that are left, in any number of columns.
/// @param plan  before; its cluster is that of the processors left.
std::optional<document::Partition> remade_for_fewer(const document::Partition& plan, const document::Speeds& speeds);

}  // namespace uneven::partition
