// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "document/partition.hpp"

namespace uneven::partition {

/// Bytes sent in an iteration: by the busiest processor, and by all together. A formula counts the messages of
/// schedule().
/// @param element_bytes  bytes of a summed number: 4 or 8.
/// @return               nothing if the bytes might exceed 2^53.
/// Cost: O(groups x columns) and O(N log N).
std::optional<document::SentBytes> sent_bytes(const document::Partition& plan, std::int64_t element_bytes);

}  // namespace uneven::partition
