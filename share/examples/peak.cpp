// SPDX-License-Identifier: MIT
// The highest of all values and where it is: an operator for run-reduction, on pairs of numbers.
#include "reduction/user_operator.hpp"

struct Peak {
  double height, place;
};

Peak higher(const Peak& left, const Peak& right) { return left.height < right.height ? right : left; }

UNEVEN_OPERATOR(higher, double)
