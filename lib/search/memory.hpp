// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "document/common.hpp"
#include "document/search.hpp"

namespace uneven::search {

/// Examples that the memory of each processor holds, at most `examples`; shape [N]. Empty if nothing limits them.
/// @param example_bytes  of an example; absent: unknown.
std::vector<std::int64_t> room_for_examples(std::int64_t examples, std::span<const document::Processor> cluster,
                                            std::optional<double> example_bytes);

/// Examples that each processor holds at a time, shape [N]:
///
///     processor 0                        all, because it reads the table and writes the neighbours
///     equal-data, proportional-data      its part
///     static-process                     its part, and two parts of others: one that it scans, one on its way
///     all other methods                  all, because any processor may scan any example
///
/// @param pieces  h of static-process.
/// @param counts  parts of the processors, adding up to all examples.
std::vector<std::int64_t> examples_held(document::SearchMethod method, std::int64_t pieces,
                                        std::span<const std::int64_t> counts);

/// Whether equal parts, or all examples where the method needs them everywhere, have room. Proportional parts always
/// have if processor 0 has room for all, see proportional_counts_within().
bool has_room(document::SearchMethod method, std::int64_t examples, std::int64_t pieces,
              std::span<const std::int64_t> room);

/// proportional_counts() with at most `room` examples of each processor: the least max_i((n_i + start) / s_i).
/// @param room  shape [p]; empty: any.
/// @return      nothing if the room is too small for all.
std::optional<std::vector<std::int64_t>> proportional_counts_within(std::int64_t examples,
                                                                    const std::vector<double>& speed, double start,
                                                                    const std::vector<std::int64_t>& room);

}  // namespace uneven::search
