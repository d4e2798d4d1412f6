#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "cluster/collective.hpp"

namespace uneven::cluster {

/// One message of a round.
struct Message {
  int member = 0;  ///< partner
  std::int64_t first = 0, count = 0;
};

/// What one member does at a time: the sends and receives go together; then what was received is added or stored,
/// in the order of the list.
struct Round {
  std::vector<Message> sends, receives;
  bool add = false;
};

/// Whom one member of a tree tells its partial sum, and who tells it theirs.
struct Neighbours {
  int parent = -1;            ///< -1 at the root
  std::vector<int> children;  ///< in the order in which their partial sums are added
};

/// Member `me` of the tree in which odd x 2^j tells odd x 2^j - 2^j.
Neighbours binomial_neighbours(int me, int members);

/// The rounds of member `me` of `members` for `count` elements: the same additions in the same order every time, and
/// all members end with the same bits. Cost: O(members), and of each piece of a message.
/// @param tree     of this member; only `Collective::tree` asks.
/// @param longest  elements of a message; longer ones go in pieces, one after the other.
std::vector<Round> rounds_of_sum(Collective collective, int me, int members, std::int64_t count, const Neighbours& tree,
                                 std::int64_t longest = std::numeric_limits<std::int64_t>::max());

/// The same; the tree is binomial.
std::vector<Round> rounds_of_sum(Collective collective, int me, int members, std::int64_t count);

}  // namespace uneven::cluster
