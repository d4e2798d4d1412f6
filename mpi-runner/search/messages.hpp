#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "comm/communicator.hpp"

namespace uneven::search {

enum Tag { tag_ask = 1, tag_give, tag_join };

/// Sends without waiting for the receiver: short messages only.
void send(const comm::Communicator& comm, const std::vector<std::int64_t>& numbers, int to, Tag tag);

/// Any message. @return  done when the numbers, which must stay until then, have left.
MPI_Request begin_sending(const comm::Communicator& comm, const std::vector<std::int64_t>& numbers, int to, Tag tag);

struct Received {
  int from = 0;
  std::vector<std::int64_t> numbers;
};

/// The next message of this kind, if one is here.
std::optional<Received> receive(const comm::Communicator& comm, Tag tag);

}  // namespace uneven::search
