// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "data/text/fields.hpp"

namespace uneven::data {

/// An edge of a directed graph.
struct Edge {
  std::int64_t from, to;
  bool operator==(const Edge&) const = default;
};

enum class GraphForm { edges, adjacency, matrix_market, metis };

constexpr auto table_of(GraphForm) {
  using enum GraphForm;
  return std::to_array<Name<GraphForm>>({{edges, "a list of edges"},
                                         {adjacency, "an adjacency list"},
                                         {matrix_market, "Matrix Market"},
                                         {metis, "METIS"}});
}

/// The form of the graph in a file, from its beginning, and the choice of columns and weights to be read.
struct GraphFormat {
  std::string path;
  GraphForm form = GraphForm::edges;
  Separator separator = Separator::blanks;
  bool named = false;            ///< vertices are words, not whole numbers
  bool weighted = false;         ///< each edge has a weight
  bool both_ways = false;        ///< the edges are read from both ends: METIS, symmetric matrices
  std::size_t columns = 2;       ///< edges: 3: a number follows the two vertices, a weight or a time stamp; or more
  Edge first{};                  ///< edges, not named: the first one
  double behind = 0;             ///< edges: the number behind the first, if there is one
  std::int64_t line = 0;         ///< of the first edge, or of the sizes, from 1
  std::int64_t start = 0;        ///< from where on edges are read, in bytes
  std::int64_t rest = 0;         ///< where the line after the first edge, or the sizes, begins
  std::int64_t vertices = -1;    ///< as the file says; -1: it does not
  std::int64_t entries = -1;     ///< Matrix Market, METIS: lines of entries, or edges, as the file says
  int numbers_before_edges = 0;  ///< METIS: sizes and weights of a vertex, which are passed over

  std::vector<std::size_t> chosen{};  ///< edges: the columns of the vertices and of the number; empty: the first ones

  bool keep_weights = true;
  double least_weight = -std::numeric_limits<double>::infinity();
};

/// Looks at the first lines of a file: Matrix Market is told by its first line, METIS by a name that ends in .graph or
/// .metis, an adjacency list by .adjlist; else it is a list of edges.
///
/// Lists of edges: two vertices, and if something is behind them a number, between blanks, tabs or commas; further
/// columns are passed over. A header and comments (# and %) may stand before it. If both vertices of the first edge are
/// whole numbers of 64 bits, all are; else all are names, bytes that are equal or not. A line of words before names is
/// a header if it can be no edge, its third field being no number, or if its words are usual ones: from, source, ...
///
/// @param columns  of lists of edges: those of the vertices, and of weights if there are three, as chosen_columns() has
///   them; a name makes the first line a header.
/// @throws OpenError
/// @throws InputError  if there is no edge, or the file is of another format or has no such columns.
GraphFormat read_graph_format(const std::string& path, const std::optional<std::string>& columns = {});

/// A part of a graph.
struct GraphPart {
  std::vector<Edge> edges;          ///< between vertices as the file numbers them; named: places in `names`
  std::vector<double> weights;      ///< of each edge; empty: they are not kept, or the file has none
  std::vector<std::string> names;   ///< of vertices, each once
  std::vector<std::int64_t> alone;  ///< adjacency lists: vertices that lines name without an edge
  std::int64_t entries = 0;         ///< lines of entries; METIS: ends of edges
  std::int64_t lines = 0;           ///< METIS: those of vertices, the blank ones too
  std::int64_t said = 0;            ///< METIS: those up to the last that is not blank
};

/// One of `parts` nearly equal parts. A line belongs to the part in which it begins, the first edge of a list to part
/// 0, where it stands first. METIS: edges leave the lines of the part, from 0; see number_lines().
///
/// @throws InputError  at a line that is not like the first one, at a vertex that is not there, at a weight that is not
///   finite or below the least, naming it.
/// Memory: the edges of the part.
GraphPart read_graph_part(const GraphFormat& format, int part, int parts);

/// METIS: gives the vertices that edges leave their numbers, from 1. @param before  lines of the parts before.
void number_lines(GraphPart& part, std::int64_t before);

/// METIS: the sum over all parts is 0, modulo 2^64, if each edge is listed at both its vertices with one weight, and
/// hardly ever else.
std::uint64_t balance_of(const GraphPart& part);

/// Sizes of a part; the sizes of several parts add up.
struct GraphSizes {
  std::int64_t entries = 0, lines = 0;
  std::int64_t said = 0;      ///< the largest one, of all lines
  std::uint64_t balance = 0;  ///< METIS: sum of balance_of()
};

/// Matrix Market, METIS: holds what the file says against what it has.
/// @throws InputError
void require_sizes(const GraphFormat& format, const GraphSizes& all);

/// Counts edges; those of several parts can be put together.
struct EdgeTally {
  std::int64_t edges = 0;
  std::int64_t smallest = INT64_MAX, largest = INT64_MIN;  ///< vertex
};
EdgeTally tally(std::span<const Edge> edges);

/// Some formats begin with the numbers of vertices and edges, or of vertices in an adjacency list, which look like an
/// edge. @param others  all edges but the first.
/// @throws InputError  if the first edge of a list can be such a line.
void require_no_size_line(const GraphFormat& format, const EdgeTally& others);

/// The vertices that have an edge, bit v - first for vertex v; shape [ceil(vertices / 64)].
/// @param first, vertices  all that occur are first .. first + vertices - 1.
std::vector<std::uint64_t> used_vertices(std::span<const Edge> edges, std::int64_t first, std::int64_t vertices);

}  // namespace uneven::data
