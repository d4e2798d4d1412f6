// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "document/hbsp_matmul.hpp"
#include "document/speeds.hpp"
#include "hbsp/matmul.hpp"

namespace uneven::hbsp {

/// Panels of each input in flight: the one being multiplied, and those sent ahead. Each panel starts at few processors,
/// which send in bursts; this many panels keep every link of a slow network busy, and still need less memory than the
/// parts of large matrices.
inline constexpr std::int64_t panels_sent = 16;

/// The places of a processor for panels of each input: for each place, the lines that it must hold. Panel t is in place
/// t modulo their number. There is one place more than panels sent, so that a panel from a processor that is ahead has
/// its place, too; MPI would keep it in fresh memory and copy it again. A single processor has two places.
std::vector<std::int64_t> places(const document::HbspMatmul& plan);

/// Whether another processor's block needs some of this one's part of A.
bool sends_a(const document::HbspMatmul& plan, std::int64_t processor);

/// Bytes that each processor holds during a product: its parts of A, B and C, the places for panels of each input, and,
/// if it sends parts of A, as many places for packed panels of A. Shape [N].
///
/// @param bytes  bytes of an element.
/// Cost: O(N) and that of panels().
std::vector<std::int64_t> matmul_memory(const document::HbspMatmul& plan, std::int64_t bytes);

/// plan_matmul() with the panel width predicted to be fastest, or nearly. Narrow panels overlap more messages with
/// work; wide panels need fewer messages. The width of the request stays if the product cannot be replayed.
///
/// @throws InputError  see plan_matmul().
/// Cost: five times that of plan_matmul() and predict_seconds().
document::HbspMatmul plan_with_best_panel(MatmulRequest request, const document::Speeds& speeds);

}  // namespace uneven::hbsp
