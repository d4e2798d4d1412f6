#pragma once

#include "elements/program.hpp"

namespace uneven::elements {

/// For Program::can_resume(): whether a number counts something: whole, not negative, and exact.
bool is_count(double number);

/// Whether all numbers of a state are finite.
bool all_finite(const State& state);

}  // namespace uneven::elements
