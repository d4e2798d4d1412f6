// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "document/hbsp_matmul.hpp"
#include "document/speeds.hpp"
#include "hbsp/matmul.hpp"

namespace uneven::hbsp {

/// Speed of each processor, in multiply-adds/s, in one panel's product of cells x panel multiply-adds for its block.
/// @param speeds  of the same processors.
std::vector<double> speeds_in(const document::HbspMatmul& plan, const document::Speeds& speeds);

/// Whether the seconds of a product may be those of a replay of each message. A formula gives them else.
enum class Replay { allowed, none };

/// Predicts seconds from measured speeds; those of the communication also need a measured network.
///
/// Computation: the busy time of the busiest processor, for multiply-adds and messages. Communication: an HBSP
/// superstep without work, whose barrier is one latency per panel, since panels do not wait for all processors; of a
/// single processor with a block, none. Where processors share hosts, the load is that of the busiest link between or
/// inside hosts, or of the busiest host's card. Whole product: under quotas, and where processors share
/// hosts, a replay of each message, else predicted_seconds(). Where processors are left out, the speeds are those among
/// fewer, see speeds::among_fewer().
///
/// Precondition: are_matmul_speeds(speeds), the plan made for the same processors.
/// @return  whether the seconds are those of a replay.
bool predict_seconds(document::HbspMatmul& plan, const document::Speeds& speeds, Replay replay = Replay::allowed);

/// Seconds of the whole product: those in the plan, or else a combination of computation and communication, which
/// overlap except that the first panels must arrive and the last must still be multiplied. Absent if not predicted.
std::optional<double> predicted_seconds(const document::HbspMatmul& plan);

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
/// @return             with predicted seconds if the speeds are those of a product; with candidates if there was a
///                     choice.
/// @throws InputError  see plan_within_memory().
/// Cost: that of plan_within_memory() once, and of plan_matmul() and its prediction 64 or O(log N) times.
document::HbspMatmul plan_on_paying_processors(const MatmulRequest& request, const document::Speeds& speeds,
                                               bool panel_given);

}  // namespace uneven::hbsp
