// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace uneven::collective {

/// Messages up to this length leave in one piece, which is to be preferred: TCP's longest segments are 45 packets
/// of 1,500 bytes or 7 of 9,000, and Linux holds back the short rest of a message until the receiver has acknowledged
/// its beginning, which may take 40 ms.
inline constexpr std::int64_t segment_bytes = 61 * 1024;

/// How partial sums travel to everyone who has one. With k members and a vector of B bytes:
///   linear  all send to the first, which adds and sends back: 2 (k-1) B through the first's link (the paper's
///           one-to-one messages)
///   tree    reduction along a tree and broadcast back, each message of B; binomial: 2 ceil(log2 k) rounds
///   ring    reduce-scatter and all-gather: 2 (k-1) rounds of B/k
enum class Collective { linear, tree, ring };

/// By name, as documents and options have it.
const std::map<std::string, Collective>& collectives();

const std::string& name_of(Collective collective);

/// @throws InputError for an unknown name.
Collective collective_named(const std::string& name);

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

/// Where a piece of `count` numbers begins that go in so many pieces; the product of count and piece may be too large.
std::int64_t piece_begin(std::int64_t count, std::int64_t piece, std::int64_t pieces);

/// Member `me` of the tree in which odd x 2^j tells odd x 2^j - 2^j.
Neighbours binomial_neighbours(int me, int members);

/// The rounds of member `me` of `members` for `count` elements: the same additions in the same order every time, and
/// all members end with the same bits. Cost: O(members), and of each piece of a message.
/// @param tree     of this member; only `Collective::tree` asks.
/// @param longest  elements of a message; longer ones go in pieces, one after the other.
std::vector<Round> allreduce_schedule(Collective collective, int me, int members, std::int64_t count,
                                      const Neighbours& tree,
                                      std::int64_t longest = std::numeric_limits<std::int64_t>::max());

/// The same; the tree is binomial.
std::vector<Round> allreduce_schedule(Collective collective, int me, int members, std::int64_t count);

}  // namespace uneven::collective
