// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "document/partition.hpp"

namespace uneven::partition {

/// Bytes that the busiest processor, and all of them, send in an iteration: those of schedule(), by formula.
/// @param element_bytes  of a number that is summed: 4 or 8.
/// @return               nothing where they might exceed 2^53.
/// Cost: O(groups x columns) and O(N log N).
std::optional<document::SentBytes> sent_bytes(const document::Partition& plan, std::int64_t element_bytes);

}  // namespace uneven::partition
