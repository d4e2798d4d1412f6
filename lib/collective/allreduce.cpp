// SPDX-License-Identifier: MIT
#include "collective/allreduce.hpp"

#include <algorithm>
#include <iterator>
#include <ranges>

#include "base/error.hpp"

namespace uneven::collective {

namespace {

std::vector<Round> linear_rounds(int me, int members, std::int64_t count) {
  if (me != 0) return {{{{0, 0, count}}, {}, false}, {{}, {{0, 0, count}}, false}};
  Round gather{{}, {}, true}, scatter;
  for (int other = 1; other < members; ++other) {
    gather.receives.push_back({other, 0, count});
    scatter.sends.push_back({other, 0, count});
  }
  return {gather, scatter};
}

std::vector<Round> ring_rounds(int me, int members, std::int64_t count) {
  const auto message = [&](int partner, int piece) {
    piece = (piece % members + members) % members;
    const std::int64_t first = piece_begin(count, piece, members);
    return Message{partner, first, piece_begin(count, piece + 1, members) - first};
  };
  const int next = (me + 1) % members, previous = (me + members - 1) % members;
  std::vector<Round> rounds;
  for (int step = 0; step + 1 < members; ++step)
    rounds.push_back({{message(next, me - step)}, {message(previous, me - step - 1)}, true});
  for (int step = 0; step + 1 < members; ++step)
    rounds.push_back({{message(next, me + 1 - step)}, {message(previous, me - step)}, false});
  return rounds;
}

/// A reduction along a tree: adds the children's partial sums, one by one, then sends to the parent.
std::vector<Round> reduce_rounds(const Neighbours& tree, std::int64_t count) {
  std::vector<Round> rounds;
  for (const int child : tree.children) rounds.push_back({{}, {{child, 0, count}}, true});
  if (tree.parent >= 0) rounds.push_back({{{tree.parent, 0, count}}, {}, false});
  return rounds;
}

/// The broadcast back: receives the sum from the parent and sends it to the children, the last one first.
std::vector<Round> broadcast_rounds(const Neighbours& tree, std::int64_t count) {
  std::vector<Round> rounds;
  if (tree.parent >= 0) rounds.push_back({{}, {{tree.parent, 0, count}}, false});
  for (const int child : tree.children | std::views::reverse) rounds.push_back({{{child, 0, count}}, {}, false});
  return rounds;
}

std::vector<Message> in_pieces(const std::vector<Message>& messages, std::int64_t longest) {
  std::vector<Message> pieces;
  for (const auto& [member, first, count] : messages)
    for (std::int64_t done = 0; done < count; done += longest)
      pieces.push_back({member, first + done, std::min(longest, count - done)});
  return pieces;
}

}  // namespace

std::int64_t piece_begin(std::int64_t count, std::int64_t piece, std::int64_t pieces) {
  return count / pieces * piece + count % pieces * piece / pieces;
}

Neighbours binomial_neighbours(int me, int members) {
  Neighbours tree;
  int bit = 1;
  for (; bit < members && !(me & bit); bit *= 2)
    if (me + bit < members) tree.children.push_back(me + bit);
  if (me != 0) tree.parent = me - bit;
  return tree;
}

std::vector<Round> allreduce_schedule(Collective collective, int me, int members, std::int64_t count,
                                      const Neighbours& tree, std::int64_t longest) {
  if (members < 2 || count == 0) return {};
  std::vector<Round> rounds;
  if (collective == Collective::linear) {
    rounds = linear_rounds(me, members, count);
  } else if (collective == Collective::ring) {
    rounds = ring_rounds(me, members, count);
  } else {
    rounds = reduce_rounds(tree, count);
    std::ranges::move(broadcast_rounds(tree, count), std::back_inserter(rounds));
  }
  for (Round& round : rounds) {
    round.sends = in_pieces(round.sends, longest);
    round.receives = in_pieces(round.receives, longest);
  }
  return rounds;
}

std::vector<Round> allreduce_schedule(Collective collective, int me, int members, std::int64_t count) {
  return allreduce_schedule(collective, me, members, count, binomial_neighbours(me, members));
}

}  // namespace uneven::collective
