// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "elements/program.hpp"

namespace uneven::elements {

// What a program declares and returns, looked over before it is used. Each throws std::logic_error: a fault of the
// program, not of its data.

/// Its groups: lanes of 1, 2, 4 or 8 bytes and numbers of elements that can be.
std::vector<Group> groups_of(const Program& program);

/// The state after begin() or step_central(): a list for each group, of central groups with count * fields values.
void require_state(const std::vector<Group>& groups, const State& state);

/// What comes after group `last`: a group of the program, or `stop`.
int next_of(const Program& program, const std::vector<Group>& groups, const State& state, int last);

/// Its results: each with a name of its own and finite numbers, as many as the columns say.
/// @param taken  names that the report has itself.
std::vector<Result> results_of(const Program& program, const State& state, const std::vector<std::string>& taken = {});

}  // namespace uneven::elements
