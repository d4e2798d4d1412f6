#pragma once

#include <cstdint>
#include <vector>

namespace uneven::search {

enum class Weighting {
  okada,  ///< w = 1 / sqrt(sum_j (k_j / n)^2), Okada 1993
  sumita  ///< w = sqrt(sum_j (k_j / n)^2), Sumita and Iida 1991
};

/// Weights are whole multiples of 1/1024, so that sums do not depend on their order; distances, with their thirds, of
/// 1/3072.
inline constexpr std::int64_t kWeightUnit = 1024;
inline constexpr std::int64_t kDistanceUnit = 3 * kWeightUnit;

/// The weight of every value of one attribute: n examples bear the value, k_j of them have target j.
///
/// @param values   value of each example, shape [rows], each < count.
/// @param targets  target of each example, shape [rows].
/// @return         shape [count], rounded to the nearest 1/1024; 1 for a value that no example bears.
/// Cost: O(rows log rows).
/// Source: Okada 1993, section 2.2.
std::vector<std::int64_t> weights(const std::vector<std::uint32_t>& values, std::size_t count,
                                  const std::vector<std::uint32_t>& targets, Weighting weighting);

}  // namespace uneven::search
