// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/checksum.hpp"

namespace uneven::hbsp {

/// The matrix to generate; A and B of one seed differ.
enum class Made : std::uint64_t { a = 1, b = 2, vector = 3 };

/// Element (i, j) of a generated matrix: uniform in [-1, 1), the same on every process.
inline double made_up(std::uint64_t seed, Made what, std::int64_t i, std::int64_t j) {
  const std::uint64_t row =
      mix(mix(seed + golden) + golden * static_cast<std::uint64_t>(what) + static_cast<std::uint64_t>(i));
  return static_cast<double>(mix(row + golden * (static_cast<std::uint64_t>(j) + 1)) >> 11) * 0x1p-52 - 1;
}

}  // namespace uneven::hbsp
