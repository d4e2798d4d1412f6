#pragma once

#include <vector>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "search/packed.hpp"

namespace uneven::search {

/// Every rank gets rank 0's examples. Collective. Cost: the packed bytes once to each rank.
void spread(const comm::Communicator& comm, Packed& examples);

/// Every rank but rank 0, which keeps them all, gets its share of rank 0's examples. Collective.
/// @param shares  by rank. Cost: the packed bytes once, from rank 0.
void deal(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, Packed& examples,
          const std::vector<document::Range>& shares);

/// Every rank gets rank 0's queries and its word whether to go on; no queries: stop. Collective, and polite to share a
/// core with.
std::vector<Query> spread(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                          const std::vector<Query>& queries, int slots);

}  // namespace uneven::search
