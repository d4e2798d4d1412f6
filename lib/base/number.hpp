// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace uneven {

/// A finite decimal number; hexadecimal, nan, inf, overflow and trailing text are refused.
/// @param what  names the option in the error.
/// @throws UsageError
double parse_number(std::string_view text, const std::string& what);

/// A finite number > 0. @throws UsageError
double parse_positive(std::string_view text, const std::string& what);

/// A list in one word: items separated by commas, each finite and > 0; `4*1.5` is four times 1.5.
/// @throws UsageError if an item is empty or wrong, or the list is longer than 10^8.
std::vector<double> parse_positive_list(std::string_view text, const std::string& what);

/// Shortest text that reads back as the same number.
std::string shortest(double value);

/// A number that is not finite in a word, the same in all messages and documents: inf, -inf or nan.
inline std::string word_of(double number) { return std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf"; }

/// A result that follows from numbers of the input, which may be of any size.
/// @param what  names the result in the error.
/// @throws InputError  if it is no finite number.
double finite(double value, const std::string& what);

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

/// A list in one word: items separated by commas, each as `parse` reads it; `4*1.5` is four times 1.5.
///
/// @param what     names the option in the error.
/// @param example  of a list, for the error.
/// @throws UsageError if an item is empty or wrong, or the list is longer than 10^8.
std::vector<double> parse_list(std::string_view text, const std::string& what, const std::string& example,
                               double parse(std::string_view, const std::string&));

}  // namespace uneven
