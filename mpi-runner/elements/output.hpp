#pragma once

#include <string>

#include "elements/gathered.hpp"
#include "elements/program.hpp"

namespace uneven::elements {

/// Writes the program's number for each element of group 0 in their order: NPY, or CSV if the name ends so. Rank 0
/// writes; nobody holds all numbers. Collective.
void write_output(const std::string& path, const Program& program, const State& state, const comm::Communicator& comm,
                  const Waiting& waiting, const Store& store);

}  // namespace uneven::elements
