// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "launch/match.hpp"
#include "shares/parts.hpp"
#include "shares/rank.hpp"

namespace uneven::shares {

/// The part of the plan that this process does. It knows its own host, processor model and rank r, and mostly its
/// number l among the processes of its host; the other ranks' hosts it does not know.
///
///     any   part r.
///     host  The l-th part that the plan has for this host: mpi-runner gives the parts of a host to its ranks in the
///           same order. If the plan has no such part, or l is unknown: part r, provided that the plan names no host
///           for it or, without l, this one.
///     cpu   Part r, provided that its processor model is this one or the plan names none.
///
/// So a job never does a part twice: processes of one host differ in l, parts of different hosts differ, and a part r
/// of no host goes to rank r alone.
///
/// The launcher's number of ranks, where it tells, must be that of the parts; so every part is done.
///
/// @return  index in `parts`.
/// @throws InputError  if the numbers differ, or if no part is left for this process.
std::size_t own_part(const std::vector<Part>& parts, const Rank& rank, const launch::RankPlace& here,
                     launch::Match match);

/// Host and processor model of this process, as mpi-runner finds them; the model for Match::cpu only, because some
/// systems measure all clocks before they tell it.
launch::RankPlace this_place(launch::Match match);

}  // namespace uneven::shares
