#pragma once

#include <string>

#include "document/json.hpp"
#include "elements/engine.hpp"
#include "elements/gathered.hpp"

namespace uneven::elements {

/// Writes a line of JSON, then the state, then the blocks of the groups whose elements change; beside and renamed.
/// Other groups are read from the data again. Rank 0 writes. Collective.
/// @param identity  what must be the same in the run that resumes: program, data, seed, ...; the processes need not.
void write_checkpoint(const std::string& path, const document::Json& identity, Engine& engine,
                      const std::vector<std::unique_ptr<Store>>& stores, const comm::Communicator& comm,
                      const Waiting& waiting);

/// Every process reads the file itself.
/// @param groups  of the program.
/// @return        false if there is none.
/// @throws InputError  if it is damaged or of another identity, naming what differs.
bool read_checkpoint(const std::string& path, const document::Json& identity, const std::vector<Group>& groups,
                     Engine& engine, std::vector<std::unique_ptr<Store>>& stores);

}  // namespace uneven::elements
