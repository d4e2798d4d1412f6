// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "document/hbsp_elements.hpp"
#include "document/speeds.hpp"

namespace uneven::hbsp {

/// Places `count` equal elements in consecutive ranges, so that a superstep over them ends earliest.
///
/// Every processor has an entry; that of one that is slow, or busy with messages, may be empty. Seconds are not
/// predicted.
///
/// @param count  elements, 0 <= count < 2^53.
/// @param busy   seconds of message_seconds().
/// @throws InputError if a speed is not finite and positive.
/// Cost: O(N log N).
document::HbspElements plan_elements(std::int64_t count, std::vector<document::Processor> cluster,
                                     const std::vector<double>& busy = {});

/// How long the messages of a superstep keep each processor from its elements, shape [N], where CPU quotas make that
/// long; else, or of more than 4,096 processors, empty.
std::vector<double> message_seconds(const document::Speeds& speeds);

/// Whether `speeds` count elements per second, so that the seconds of a superstep follow from them.
bool are_element_speeds(const document::Speeds& speeds);

/// Predicts max_i(n_i / v_i) + L, L the measured barrier or 0. Where CPU quotas stop processors, each at times of its
/// own, supersteps of up to 4,096 are replayed: work, then short messages up a binomial tree and back.
///
/// Precondition: are_element_speeds(speeds), the plan made for the same processors.
void predict_seconds(document::HbspElements& plan, const document::Speeds& speeds);

}  // namespace uneven::hbsp
