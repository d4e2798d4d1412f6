// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "elements/program.hpp"

namespace uneven::elements {

// Checks of what a program declares and returns, before it is used. Each throws std::logic_error: an error of the
// program, not of its data.

/// The program's groups; checks that lanes have 1, 2, 4 or 8 bytes and that numbers of elements are possible.
std::vector<Group> groups_of(const Program& program);

/// Checks the state after begin() or step_central(): one list for each group; for a central one, count * fields values.
void require_state(const std::vector<Group>& groups, const State& state);

/// The group after `last`; checks that it is a group of the program, or `stop`.
int next_of(const Program& program, const std::vector<Group>& groups, const State& state, int last);

/// The program's results; checks that each has a unique name and finite numbers that fit its columns.
/// @param taken  names that the report itself uses.
std::vector<Result> results_of(const Program& program, const State& state, const std::vector<std::string>& taken = {});

}  // namespace uneven::elements
