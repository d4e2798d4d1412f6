// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "comm/communicator.hpp"
#include "context.hpp"
#include "data/table.hpp"

namespace uneven::runner {

/// One process of each host unpacks a file of data, if it is packed; the others open what it made. Standard input is
/// that of rank 0. Collective.
/// @param name  of one file, or "x.npy,y.npy".
void unpack_together(const std::string& names, const comm::Communicator& comm, const Context& context);

/// Takes what a tool has kept of pipes and standard input, as data::kept_pipes() says. Processes on other hosts than
/// the tool's get the bytes from one that can open them, and keep them in TMPDIR. Collective.
/// @throws InputError  if no process can.
void adopt_pipes(const std::string& kept, const comm::Communicator& comm, const std::string& host);

/// Opens a table: each process surveys its part, and notes tell the user its size and format. Collective.
std::shared_ptr<const data::Table> open_table(const std::string& path, const document::TableOptions& options,
                                              data::LastColumn last, const comm::Communicator& comm);

}  // namespace uneven::runner
