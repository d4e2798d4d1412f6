#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace uneven::elements {

/// A complete node of the tree of sums over blocks: `size` leaves, a power of two, from a multiple of it.
struct Node {
  std::int64_t first = 0, size = 1;
  bool holds(std::int64_t leaf) const { return first <= leaf && leaf < first + size; }
  bool operator==(const Node&) const = default;
};

/// The fewest nodes that hold the leaves, which ascend; so do the nodes. Takes O(n log n).
std::vector<Node> nodes_of(std::span<const std::int64_t> leaves);

/// Which leaves to give away so that giver and receiver hold few nodes afterwards, each of which is one table to send:
/// whole nodes of the giver's that fit, large ones first, until half is given; or the last part that fits of a larger
/// one if that is more.
///
/// @param held     all the giver's leaves, ascending.
/// @param waiting  those of them that can be given, ascending.
/// @param count    at most.
/// @return the nodes given, none only if none waits or count is 0. Takes O(n log n).
std::vector<Node> nodes_to_give(std::span<const std::int64_t> held, std::span<const std::int64_t> waiting,
                                std::int64_t count);

}  // namespace uneven::elements
