#pragma once

#include <vector>

namespace uneven::draw {

/// Round numbers from 0 to at most `end` for the marks of an axis: at most eight steps of 1, 2 or 5 times a power
/// of 10. `end` must be finite and >= 0.
std::vector<double> marks(double end);

}  // namespace uneven::draw
