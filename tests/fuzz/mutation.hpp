// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace uneven::fuzz {

using Random = std::mt19937_64;

/// A changed input: what a target's file of changes (json_mutation.cpp, data_mutation.cpp) makes of one.
/// @param other  an input from which pieces are taken.
std::string changed(const std::string& text, const std::string& other, Random& random);

/// Inputs that the target has accepted, if it counts them.
inline std::uint64_t accepted = 0;

}  // namespace uneven::fuzz
