// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "comm/communicator.hpp"
#include "search/answers.hpp"
#include "search/packed.hpp"
#include "search/share.hpp"

namespace uneven::search {

enum Tag { tag_ask = 1, tag_give, tag_join, tag_examples };

/// Sends without waiting for the receiver: short messages only.
void send(const comm::Communicator& comm, const std::vector<std::int64_t>& numbers, int to, Tag tag);

/// Any message. @return  done when the numbers, which must stay until then, have left.
MPI_Request begin_sending(const comm::Communicator& comm, const std::vector<std::int64_t>& numbers, int to, Tag tag);

/// Examples `rows`, which must stay until the request is done.
MPI_Request begin_sending(const comm::Communicator& comm, const Packed& examples, document::Range rows, int to);

/// All the examples that there is room for, from rank 0.
MPI_Request begin_receiving(const comm::Communicator& comm, Packed& examples);

struct Received {
  int from = 0;
  std::vector<std::int64_t> numbers;
};

/// The next message of this kind, if one is here.
std::optional<Received> receive(const comm::Communicator& comm, Tag tag);

/// Rank 0 ends with the neighbours of all. Collective.
/// @param parents  of each rank, see join_tree.hpp.
void join(const Scanner& scanner, const std::vector<int>& parents, std::vector<Nearest>& nearest);

}  // namespace uneven::search
