// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "document/partition.hpp"
#include "document/speeds.hpp"

namespace uneven::partition {

/// The reason why seconds cannot be predicted from `speeds` for this network; absent if they can. The speed of a hidden
/// unit x sample depends on the inputs and outputs; speeds of another number of hidden units will do.
/// @param input  see other_kernel().
std::optional<std::string> why_no_seconds(const document::Speeds& speeds, const document::Perceptron& network,
                                          const std::string& input = "");

/// The reason why shares may be wrong: the speeds were measured with another kernel, other inputs or outputs. Absent if
/// these are the same or unknown. @param input  kind of the samples' inputs: one-hot or dense; empty: unknown.
std::optional<std::string> other_kernel(const document::Speeds& speeds, const document::Perceptron& network,
                                        const std::string& input = "");

/// Hidden units of the network with which the speeds were measured; those of `network` if they do not tell.
std::int64_t measured_hidden(const document::Speeds& speeds, const document::Perceptron& network);

}  // namespace uneven::partition
