// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "document/speeds.hpp"
#include "partition/search/rounded.hpp"

namespace uneven::partition {

/// Whether each processor has the memory for its rectangle, see training_bytes().
/// @param input  form of the samples' inputs, one-hot or dense.
bool fits_memory(const Rounded& rounded, const Problem& problem, const document::Speeds& speeds,
                 const std::string& input);

/// Shares the columns of a draft anew so that each processor has the memory for its rectangle, in trials: processors
/// with too little memory get smaller rectangles, and the others share the rest, see shares::CappedCells.
///
/// @param draft    of method columns.
/// @param rounded  the draft rounded by speed. Columns keep the processors that they have in it, but for those that are
///                 left out.
/// @return         the trial with the least makespan; nothing if none fits.
/// Cost: 24 times that of round_partition() and training_bytes().
std::optional<Rounded> smaller_where_memory_is_short(Draft draft, const Rounded& rounded, const Problem& problem,
                                                     const document::Speeds& speeds, const std::string& input);

/// What would fit where a network and samples do not, for the user: the most samples, and the most hidden units.
///
/// @param fits  whether some partition of so many samples and hidden units fits; asked about log2(samples hidden)
/// times. Precondition: fits(samples, network.hidden) is false.
std::string what_fits(const document::Perceptron& network, std::int64_t samples,
                      const std::function<bool(std::int64_t samples, std::int64_t hidden)>& fits);

}  // namespace uneven::partition
