// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include "base/command_line.hpp"

namespace uneven {

/// Checks for options of one number. Unlike those of CLI11 they refuse nan, hexadecimal, octal and trailing text, and
/// what does not fit is no longer taken for the largest number that does.

inline constexpr std::int64_t largest_in_json = 9007199254740991;

/// A finite number > 0.
Check positive_number();

/// A number >= `least` and below `limit`.
Check number_from(double least, double limit = std::numeric_limits<double>::infinity());

/// An integer from `least` to `most`.
Check integer_from(std::int64_t least, std::int64_t most = largest_in_json);

}  // namespace uneven
