#pragma once

#include <cstdint>

#include "document/partition.hpp"

namespace uneven::partition {

inline constexpr std::int64_t replay_limit_processors = 16;
inline constexpr double replay_limit_messages =
    1 << 13;  ///< of an iteration: replays of each candidate take a minute in all

/// Messages of an iteration, of column sums if all processors are one column, and of group sums if each is one. One
/// processor counts as two: a replay goes through its chunks all the same.
double messages(std::int64_t processors, const document::Perceptron& network, std::int64_t samples);

/// Whether an iteration is so small that plans are compared by replays of it.
bool within_replay_limit(std::int64_t processors, const document::Perceptron& network, std::int64_t samples);

}  // namespace uneven::partition
