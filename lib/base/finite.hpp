#pragma once

#include <string>

namespace uneven {

/// A result that follows from numbers of the input, which may be of any size.
/// @param what  names the result in the error.
/// @throws InputError  if it is no finite number.
double finite(double value, const std::string& what);

}  // namespace uneven
