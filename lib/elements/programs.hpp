#pragma once

#include <memory>
#include <string>
#include <vector>

#include "elements/program.hpp"

namespace uneven::elements {

/// The programs that come with uneven.
const std::vector<std::string>& program_names();

/// Whether the program reads a list of edges, not rows of numbers.
bool reads_edges(const std::string& program);

/// @throws InputError  if there is none of that name, or the settings do not suit it.
std::unique_ptr<Program> make_program(const std::string& name, const Settings& settings);

}  // namespace uneven::elements
