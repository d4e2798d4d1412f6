// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "document/json.hpp"
#include "elements/engine.hpp"
#include "elements/output.hpp"

namespace uneven::elements {

/// Writes the state, then the blocks of the groups whose elements change, see document/checkpoint.hpp. Other
/// groups are read from the data again. Rank 0 writes. Collective.
/// @param identity  what must be the same in the run that resumes: program, data, seed, ...; the processes need not.
void write_checkpoint(const std::string& path, const document::Json& identity, Engine& engine,
                      const std::vector<std::unique_ptr<Store>>& stores, const comm::Communicator& comm,
                      const Waiting& waiting);

/// Every process reads the file itself.
/// @return  the seal of the file; nothing if there is none.
/// @throws InputError  if the file is damaged, of another identity, naming what differs, or holds what the program does
///                     not write.
std::optional<std::uint64_t> read_checkpoint(const std::string& path, const document::Json& identity,
                                             const Program& program, Engine& engine,
                                             std::vector<std::unique_ptr<Store>>& stores);

}  // namespace uneven::elements
