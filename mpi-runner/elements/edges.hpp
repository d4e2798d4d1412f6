#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/edges.hpp"
#include "elements/messages.hpp"
#include "elements/store.hpp"

namespace uneven::elements {

/// One process's part of a graph in a list of edges. Vertex v of the file is element v - first_vertex.
struct Graph {
  std::vector<data::Edge> edges;  ///< between elements
  std::int64_t vertices = 0;      ///< those from first_vertex to the largest, with edges or without
  std::int64_t first_vertex = 0;  ///< 1 if 0 has no edge
};

/// Reads a list of edges and says in notes what of it is not used. Collective.
///
/// @param planned  vertices that a plan places, 0 if there is none: with one more than the largest, 0 is a vertex.
/// @throws InputError  as data::read_edges; or if few of the vertices have an edge: memory is for them all.
Graph read_graph(const comm::Communicator& comm, const Waiting& waiting, const std::string& path, std::int64_t planned);

/// Edges go to the process that has the vertex they leave, and become the links of its blocks. Collective.
void place_edges(const comm::Communicator& comm, const Waiting& waiting, const std::vector<data::Edge>& edges,
                 Store& store);

}  // namespace uneven::elements
