#include "base/finite.hpp"

#include <cmath>

#include "base/error.hpp"

namespace uneven {

double finite(double value, const std::string& what) {
  if (!std::isfinite(value)) throw InputError(what + ": larger than any number; expected less extreme times or speeds");
  return value;
}

}  // namespace uneven
