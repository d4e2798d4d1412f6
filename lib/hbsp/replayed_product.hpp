// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "document/hbsp_matmul.hpp"
#include "document/speeds.hpp"

namespace uneven::hbsp {

/// Predicted seconds of a product, from a replay of its messages and work in the order of mpi-runner.
///
/// @param plan           made for the processors of `speeds`.
/// @param speed          multiply-adds/s without messages, shape [N].
/// @param speeds         with a network.
/// @param element_bytes  8 or 4.
/// @return               nothing if there are too many messages.
/// Cost: O(M log N) for M messages, at most a million.
std::optional<double> replayed_seconds(const document::HbspMatmul& plan, std::span<const double> speed,
                                       const document::Speeds& speeds, std::int64_t element_bytes);

}  // namespace uneven::hbsp
