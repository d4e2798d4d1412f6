// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "document/options/program_options.hpp"
#include "elements/program.hpp"
#include "elements/programs.hpp"

namespace uneven::elements {

/// Settings with which a program applies the model in a report instead of fitting one: the numbers, what they are of,
/// and no iteration.
/// @param path      a report of the same program.
/// @param settings  with the columns of the data.
/// @throws OpenError, InputError  if it is none, or does not hold what the program needs for data of these columns.
void take_model(const std::string& path, const ProgramEntry& program, Settings& settings);

}  // namespace uneven::elements
