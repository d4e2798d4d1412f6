#pragma once

#include <string>

#include "elements/gathered.hpp"
#include "elements/program.hpp"

namespace uneven::elements {

/// Whether the numbers of the elements are written as text.
inline bool is_csv(const std::string& path) { return path.ends_with(".csv"); }

/// Writes the program's number for each element of group 0 in their order: NPY or CSV. Rank 0
/// writes; nobody holds all numbers. Collective.
void write_output(const std::string& path, const Program& program, const State& state, const comm::Communicator& comm,
                  const Waiting& waiting, const Store& store);

}  // namespace uneven::elements
