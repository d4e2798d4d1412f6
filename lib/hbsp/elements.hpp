// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "document/hbsp_elements.hpp"
#include "document/speeds.hpp"

namespace uneven::hbsp {

/// Places `count` equal elements in consecutive ranges, so that a superstep over them ends earliest.
///
/// Every processor has a range, which may be empty for a slow processor or one busy with messages. Does not predict
/// seconds.
///
/// @param count  elements, 0 <= count < 2^53.
/// @param busy   result of message_seconds(), in s.
/// @throws InputError if a speed is not finite and positive.
/// Cost: O(N log N).
document::HbspElements plan_elements(std::int64_t count, std::vector<document::Processor> cluster,
                                     const std::vector<double>& busy = {});

/// Busy seconds of each processor with the messages of a superstep, shape [N]. Empty without CPU quotas, which make
/// these times long, and for more than 4,096 processors.
std::vector<double> message_seconds(const document::Speeds& speeds);

/// Whether `speeds` count elements per second, so that the seconds of a superstep follow from them.
bool are_element_speeds(const document::Speeds& speeds);

/// Predicts the seconds of a superstep: max_i(n_i / v_i) + L, where L is the measured barrier or 0. With CPU quotas,
/// whose stops differ between processors, supersteps of up to 4,096 processors are replayed: work, then short messages
/// up a binomial tree and back.
///
/// Precondition: are_element_speeds(speeds), the plan made for the same processors.
void predict_seconds(document::HbspElements& plan, const document::Speeds& speeds);

}  // namespace uneven::hbsp
