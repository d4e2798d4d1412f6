#pragma once

#include <cstdint>
#include <vector>

namespace uneven::partition {

/// The speeds as whole numbers in the same proportions, so that widths are compared without rounding.
///
/// Speeds that are short decimals ("0.05,0.10,0.30") keep their proportions exactly; others to about 2^-60 of the sum.
///
/// @param speeds  v_i, shape [N], any unit; N >= 1.
/// @return        shape [N], each at least 1, in the same order of size; they add up to less than 2^62.
/// @throws InputError  if N = 0 or a speed is not finite and positive, with the JSON pointer of the first such.
std::vector<std::int64_t> whole_speeds(const std::vector<double>& speeds);

}  // namespace uneven::partition
