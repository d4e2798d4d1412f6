// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "document/hbsp_matmul.hpp"
#include "document/speeds.hpp"

namespace uneven::hbsp {

/// Seconds of a product whose messages and work are followed one by one, as mpi-runner does them.
///
/// @param plan           made for the processors of `speeds`.
/// @param speed          multiply-adds/s beside messages, shape [N].
/// @param speeds         with a network.
/// @param element_bytes  8 or 4.
/// @return               nothing if there are more messages than is worth the time.
/// Cost: O(M log N) for M messages, of which there are at most a million.
std::optional<double> replayed_seconds(const document::HbspMatmul& plan, std::span<const double> speed,
                                       const document::Speeds& speeds, std::int64_t element_bytes);

}  // namespace uneven::hbsp
