// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "partition/search/rounded.hpp"

namespace uneven::partition {

/// What processors are given equally much of: work for their speeds (Ozawa 2004, eq. 9), or time in which they are
/// busy, with messages too.
enum class Balance { work, time };

/// Shares the columns of a draft anew, so that the longest busy time becomes as short as a few trials make it: a
/// processor that is busy for t seconds with w cells counts as one of speed w / t.
/// @param draft     of method columns.
/// @param rounded  what it is by speed.
/// @param speeds    with a network.
/// @return          nothing if no trial is better. Nobody is left out whom `rounded` does not leave out.
/// Cost: a few times that of following the messages of an iteration.
std::optional<Rounded> balanced(Draft draft, const Rounded& rounded, const Problem& problem,
                                const document::Speeds& speeds);

}  // namespace uneven::partition
