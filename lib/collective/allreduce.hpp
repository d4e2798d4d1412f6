// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "document/common.hpp"

namespace uneven::collective {

/// Messages up to this length leave in one TCP segment, so plans prefer them. TCP's longest segments are 45 packets of
/// 1,500 bytes or 7 of 9,000. Of a longer message, Linux holds back the short rest until the receiver has acknowledged
/// the beginning, which may take 40 ms.
inline constexpr std::int64_t segment_bytes = 61 * 1024;

using document::Collective;

/// One message of a round.
struct Message {
  int member = 0;                     ///< partner
  std::int64_t first = 0, count = 0;  ///< elements of the vector
};

/// A round of one member: its sends and receives are concurrent; then each received message is added (`add`) or
/// stored, in the order of the list.
struct Round {
  std::vector<Message> sends, receives;
  bool add = false;
};

/// The neighbours of a member in a tree: it receives partial sums from its children and sends its own to its parent.
struct Neighbours {
  int parent = -1;            ///< -1 at the root
  std::vector<int> children;  ///< in the order in which their partial sums are added
};

/// First element of a piece, if `count` elements are cut into `pieces`. Correct even if count * piece overflows.
std::int64_t piece_begin(std::int64_t count, std::int64_t piece, std::int64_t pieces);

/// Neighbours of member `me` in the binomial tree, where the parent of odd x 2^j is odd x 2^j - 2^j.
Neighbours binomial_neighbours(int me, int members);

/// The rounds of member `me` of `members` for `count` elements. The additions and their order are always the same, and
/// all members end with the same bits. Cost: O(members + pieces of messages).
/// @param tree     this member's neighbours; read only for Collective::tree.
/// @param longest  most elements of a message; longer ones are cut into pieces, sent one after the other.
std::vector<Round> allreduce_schedule(Collective collective, int me, int members, std::int64_t count,
                                      const Neighbours& tree,
                                      std::int64_t longest = std::numeric_limits<std::int64_t>::max());

/// The same with a binomial tree.
std::vector<Round> allreduce_schedule(Collective collective, int me, int members, std::int64_t count);

}  // namespace uneven::collective
