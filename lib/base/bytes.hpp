// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace uneven {

/// Bytes as a user writes them: a number > 0, alone or with a unit: B, kB, MB, GB, TB (powers of 1000), KiB, MiB, GiB,
/// TiB (powers of 1024); the case of the letters does not matter. 16GB, 1.5 MiB, 4096.
/// @param what  names the option in the error.
/// @throws UsageError
double parse_bytes(std::string_view text, const std::string& what);

/// A list in one word: items separated by commas; `8*24GB` is eight times 24 GB.
/// @throws UsageError
std::vector<double> parse_bytes_list(std::string_view text, const std::string& what);

/// Three significant digits and a unit: 16 GB, 1.5 MB, 12 B.
std::string bytes_text(double bytes);

}  // namespace uneven
