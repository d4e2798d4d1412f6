// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/graphs/graph.hpp"
#include "elements/directory.hpp"
#include "elements/messages.hpp"
#include "elements/program.hpp"
#include "elements/store.hpp"

namespace uneven::elements {

/// One process's part of the links between elements: of a graph, or from the lines of a text to their keys.
struct Graph {
  std::vector<data::Edge> edges;  ///< between elements
  std::vector<double> weights;    ///< of each edge, if `weighted`
  bool weighted = false;
  bool both_ways = false;     ///< the file has each edge from both its ends
  std::int64_t elements = 0;  ///< vertices, or lines
  Keys keys;                  ///< of the vertices; of a text: of what its lines name
};

/// Reads a graph and says in notes what the file was taken for, and what of it is not used. Collective.
///
/// The vertices of a list of whole numbers are 0 to the largest number, or from 1 on if 0 has no edge. If so few of
/// them have one that memory would be taken for nothing, and in lists of names, only those that occur are vertices, in
/// the order of their keys. Matrices and METIS graphs say themselves how many there are, from 1.
///
/// @param columns  as data::read_graph_format.
/// @param planned  vertices that a plan places, 0 if there is none: with one more than the largest, 0 is a vertex.
/// @throws InputError  as data::read_graph_part.
Graph read_graph(const comm::Communicator& comm, const Waiting& waiting, const std::string& path,
                 const std::optional<std::string>& columns, std::int64_t planned, LinkWeights weights);

/// Reads the lines of a text, blank ones too, and the keys that each of them names. Collective.
/// @throws InputError, and what the program throws
Graph read_text(const comm::Communicator& comm, const Waiting& waiting, const std::string& path,
                const Program& program);

/// Edges go to the process that has the element they leave, and become the links of its blocks, in the order in which
/// they are in the file. Collective.
/// @param both_ways  an edge, unless it is a loop, is a link of the element that it leads to, too.
void place_edges(const comm::Communicator& comm, const Waiting& waiting, const Graph& graph, bool both_ways,
                 Store& store);

/// The most bytes that place_edges() takes at this process for the links and the messages that bring them. Collective.
double bytes_of_links(const comm::Communicator& comm, const Graph& graph, bool both_ways, const Store& store);

/// Reads numbers of some vertices, one a line: a key, and a number from 0 on behind a comma, a tab or blanks, or none,
/// which is 1. Numbers of one vertex are added up. Collective.
/// @return  of the elements of the store that are here, in the order of its blocks; 0 if they are not named.
/// @throws InputError  at another line, and if a key is none.
std::vector<double> read_preferences(const comm::Communicator& comm, const Waiting& waiting, const std::string& path,
                                     const Keys& keys, const Store& store);

}  // namespace uneven::elements
