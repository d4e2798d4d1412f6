#pragma once

#include <cmath>
#include <string>

namespace uneven {

/// A number that is not finite in a word, the same in all messages and documents: inf, -inf or nan.
inline std::string word_of(double number) { return std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf"; }

/// A result that follows from numbers of the input, which may be of any size.
/// @param what  names the result in the error.
/// @throws InputError  if it is no finite number.
double finite(double value, const std::string& what);

}  // namespace uneven
