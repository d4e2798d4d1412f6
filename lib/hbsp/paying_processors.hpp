// SPDX-License-Identifier: MIT
#pragma once

#include "document/hbsp_matmul.hpp"
#include "document/speeds.hpp"
#include "hbsp/matmul.hpp"

namespace uneven::hbsp {

/// Plans a product, see plan_within_memory(), on as many processors as pay.
///
/// The K fastest processors are weighed by predicted seconds. Of up to 64 processors, K is every number; of more, K
/// falls from all to one by a quarter at a time, and then lies halfway between the fastest K and its neighbours, until
/// these are next to it. Blocks of fewer than all processors must fit into memory as they are by speed. The plan has
/// the least seconds, and of equals the most processors. Where predictions are replays, a formula screens the
/// numbers; then all processors are replayed, and three numbers: the best, and the best of other powers of two.
///
/// The request's number of processors is kept. Nothing is chosen without speeds of a product and a measured network.
///
/// @param panel_given  keeps the panel of the request, see plan_within_memory().
/// @return             with predicted seconds if the speeds are those of a product, and candidates if there was a
/// choice.
/// @throws InputError  see plan_within_memory().
/// Cost: that of plan_within_memory() once, and of plan_matmul() and its prediction 64 or O(log N) times.
document::HbspMatmul plan_on_paying_processors(const MatmulRequest& request, const document::Speeds& speeds,
                                               bool panel_given);

}  // namespace uneven::hbsp
