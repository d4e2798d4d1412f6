// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "partition/search/rounded.hpp"

namespace uneven::partition {

using document::Balance;

/// Shares the columns of a draft anew to shorten the longest busy time, in a few trials. In each trial, a processor
/// that was busy for t seconds with w cells counts as one of speed w / t.
/// @param draft     of method columns.
/// @param rounded   the draft rounded by speed.
/// @param speeds    with a network.
/// @return          the best trial; nothing if none is better. Columns keep the processors that they have in `rounded`.
/// Cost: that of busy_seconds_per_iteration() for a few plans.
std::optional<Rounded> balanced(Draft draft, const Rounded& rounded, const Problem& problem,
                                const document::Speeds& speeds);

}  // namespace uneven::partition
