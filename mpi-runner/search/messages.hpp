// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "comm/communicator.hpp"
#include "search/answers.hpp"
#include "search/packed.hpp"
#include "search/schedule.hpp"
#include "search/share.hpp"

namespace uneven::search {

/// Tags of what is asked and given while the scan is shared out, and of the examples themselves.
enum ScanTag { tag_ask = tag_others, tag_give, tag_examples };

/// Sends without waiting for the receiver: short messages only.
void send(const comm::Communicator& comm, const std::vector<std::int64_t>& numbers, int to, int tag);

/// Any message. @return  done when the numbers, which must stay until then, have left.
MPI_Request begin_sending(const comm::Communicator& comm, const std::vector<std::int64_t>& numbers, int to, int tag);

/// Examples `rows`, which must stay until the request is done.
MPI_Request begin_sending(const comm::Communicator& comm, const Packed& examples, document::Range rows, int to);

/// All the examples that there is room for, from rank 0.
MPI_Request begin_receiving(const comm::Communicator& comm, Packed& examples);

struct Received {
  int from = 0;
  std::vector<std::int64_t> numbers;
};

/// The next message of this kind, if one is here.
std::optional<Received> receive(const comm::Communicator& comm, int tag);

/// Carries out a rank's schedule of a batch: the shared scan, then the join, after which rank 0 has the neighbours of
/// all. Collective.
void perform(const schedule::Schedule& list, const Scanner& scanner, std::vector<Nearest>& nearest);

}  // namespace uneven::search
