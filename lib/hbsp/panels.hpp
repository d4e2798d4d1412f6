// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "document/hbsp_matmul.hpp"
#include "document/speeds.hpp"
#include "hbsp/matmul.hpp"

namespace uneven::hbsp {

/// Panels of each input that are sent by the time that one of them is used: it and those on their way. Each starts at
/// few processors, which send in bursts; that many keep every link of a slow network busy, and still need less room
/// than the parts of large matrices.
inline constexpr std::int64_t panels_sent = 16;

/// The places that a processor has for panels of each input, by the lines that each must hold; panel t is in place t
/// modulo their number. They are one more than the panels sent, so that what comes from a processor that is ahead has
/// its place, too: MPI keeps what has none in fresh memory, and copies it again. A processor that is alone has two.
std::vector<std::int64_t> places(const document::HbspMatmul& plan);

/// Whether another processor's block needs some of this one's part of A.
bool sends_a(const document::HbspMatmul& plan, std::int64_t processor);

/// Bytes that one processor holds during a product: its parts of A, B and C, the panels of each input that it has
/// places for, and as many of its own part of A, packed for others, if it sends any.
///
/// @param bytes  of an element.
std::int64_t matmul_memory(const document::HbspMatmul& plan, std::int64_t processor, std::int64_t bytes);

/// plan_matmul with the width of panels that is predicted to be fastest, or nearly: narrow ones let messages travel
/// beside more of the work, wide ones are fewer. Where messages and work cannot be followed one by one, the request's.
///
/// @throws InputError as plan_matmul.
/// Cost: five times that of plan_matmul and predict_seconds.
document::HbspMatmul plan_with_best_panel(MatmulRequest request, const document::Speeds& speeds);

}  // namespace uneven::hbsp
