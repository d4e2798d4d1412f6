#pragma once

#include <cmath>
#include <string>

namespace uneven {

/// A number that is not finite in a word, the same in all messages and documents: inf, -inf or nan.
inline std::string word_of(double number) { return std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf"; }

}  // namespace uneven
