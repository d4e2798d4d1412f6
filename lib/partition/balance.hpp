#pragma once

#include "partition/realised.hpp"

namespace uneven::partition {

/// What processors are given equally much of: work for their speeds (Ozawa 2004, eq. 9), or time in which they are
/// busy, with messages too.
enum class Balance { work, time };

/// The same columns with the longest busy time as short as a few rounds make it: a processor that is busy for t seconds
/// with w cells counts as one of speed w / t.
/// @param realised     method columns.
/// @param small_group  as for without_small_groups().
/// @param speeds       with a network.
/// Cost: a few times that of following the messages of an iteration.
Realised balanced(const Realised& realised, double small_group, const Problem& problem, const document::Speeds& speeds);

}  // namespace uneven::partition
