// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "data/table.hpp"

namespace uneven::data {

/// An edge of a directed graph.
struct Edge {
  std::int64_t from, to;
  bool operator==(const Edge&) const = default;
};

/// What the first edge of a list says of all the others.
struct EdgeFormat {
  std::string path;
  Separator separator = Separator::blanks;
  std::size_t columns = 2;  ///< 3: a number follows the two vertices, a weight or a time stamp
  Edge first{};
  double behind = 0;      ///< the number behind the first edge, if `columns` is 3
  std::int64_t line = 0;  ///< of the first edge, from 1
  std::int64_t rest = 0;  ///< where the line after it begins, in bytes
};

/// Looks at the first line of a list of edges: two vertices, whole numbers from 0, between blanks or a comma, and at
/// most one number behind them. A header and comments (# and %) may stand before it.
///
/// @throws OpenError
/// @throws InputError  if there is no edge, or the file is of another format (Matrix Market, an adjacency list, ...).
EdgeFormat read_edge_format(const std::string& path);

/// One of `parts` nearly equal parts of the edges. A line belongs to the part in which it begins, the first edge to
/// part 0, where it stands first.
///
/// @throws InputError  at a line that is not like the first one, naming it.
/// Memory: the edges of the part.
std::vector<Edge> read_edges(const EdgeFormat& format, int part, int parts);

/// Counts edges; those of several parts can be put together.
struct EdgeTally {
  std::int64_t edges = 0;
  std::int64_t smallest = INT64_MAX, largest = -1;  ///< vertex
};
EdgeTally tally(std::span<const Edge> edges);

/// Some formats begin with the numbers of vertices and edges, or of vertices in an adjacency list, which look like an
/// edge. @param others  all edges but the first.
/// @throws InputError  if the first edge can be such a line.
void require_no_size_line(const EdgeFormat& format, const EdgeTally& others);

/// The vertices that have an edge, bit v - first for vertex v; shape [ceil(vertices / 64)].
/// @param first, vertices  all that occur are first .. first + vertices - 1.
std::vector<std::uint64_t> used_vertices(std::span<const Edge> edges, std::int64_t first, std::int64_t vertices);

}  // namespace uneven::data
