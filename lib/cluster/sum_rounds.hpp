#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace uneven::cluster {

/// How partial sums travel. With k members and a vector of B bytes:
///   linear  all send to the first, which adds and sends back: 2 (k-1) B through the first's link
///   tree    binomial reduction and broadcast: 2 ceil(log2 k) rounds of B
///   ring    reduce-scatter and all-gather: 2 (k-1) rounds of B/k
enum class Algorithm { linear, tree, ring };

/// @throws InputError for an unknown name.
Algorithm algorithm_named(const std::string& name);

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

/// The rounds of member `me` of `members` for `count` elements: the same additions in the same order every time, and
/// all members end with the same bits. Cost: O(members).
std::vector<Round> rounds_of_sum(Algorithm algorithm, int me, int members, std::int64_t count);

}  // namespace uneven::cluster
