// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "elements/messages.hpp"
#include "elements/program.hpp"
#include "elements/store.hpp"

namespace uneven::elements {

/// Rank 0 gets what every process makes of its blocks, in the order of the blocks, one at a time. Collective.
/// @param make  bytes of a block, where it is.
/// @param use   called at rank 0.
void gather_in_order(const comm::Communicator& comm, const Waiting& waiting, const Store& store,
                     const std::function<std::string(const Block&)>& make,
                     const std::function<void(const std::string&)>& use);

/// Whether the numbers of the elements are written as text.
inline bool is_csv(const std::string& path) { return path.ends_with(".csv"); }

/// Writes the program's number for each element of group 0 in their order: NPY or CSV. Rank 0
/// writes; nobody holds all numbers. Collective.
void write_output(const std::string& path, const Program& program, const State& state, const comm::Communicator& comm,
                  const Waiting& waiting, const Store& store);

}  // namespace uneven::elements
