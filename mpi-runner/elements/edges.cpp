#include "elements/edges.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "base/error.hpp"
#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "context.hpp"
#include "elements/bytes.hpp"

namespace uneven::elements {

namespace {

/// Most vertices of a graph: the first number, or the second times the number of vertices that have an edge.
constexpr std::int64_t few_vertices = 1024, vertices_per_used = 4;

/// Of all processes.
data::EdgeTally total(const comm::Communicator& comm, const data::EdgeTally& mine) {
  data::EdgeTally all;
  for (const std::int64_t edges : comm::all_gather(comm, mine.edges)) all.edges += edges;
  all.smallest = -comm::maximum(comm, -mine.smallest);
  all.largest = comm::maximum(comm, mine.largest);
  return all;
}

/// Vertices that have an edge at any process. Each process counts a piece of the set.
std::int64_t count_used(const comm::Communicator& comm, const Waiting& waiting, const Graph& graph) {
  const auto words = data::used_vertices(graph.edges, graph.first_vertex, graph.vertices);
  const auto pieces = static_cast<std::size_t>(comm.size());
  std::vector<std::string> outgoing;
  for (std::size_t i = 0; i < pieces; ++i) {
    const auto piece = std::span(words).subspan(words.size() * i / pieces,
                                                words.size() * (i + 1) / pieces - words.size() * i / pieces);
    outgoing.emplace_back(reinterpret_cast<const char*>(piece.data()), piece.size_bytes());
  }
  std::vector<std::uint64_t> all;
  for (const std::string& bytes : exchange(comm, waiting, std::move(outgoing))) {
    all.resize(bytes.size() / sizeof(std::uint64_t));
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + i * sizeof word, sizeof word);
      all[i] |= word;
    }
  }
  std::int64_t mine = 0, used = 0;
  for (const std::uint64_t word : all) mine += std::popcount(word);
  for (const std::int64_t count : comm::all_gather(comm, mine)) used += count;
  return used;
}

std::string range_of(const Graph& graph) {
  return std::to_string(graph.first_vertex) + " to " + std::to_string(graph.first_vertex + graph.vertices - 1);
}

/// @param used  vertices that have an edge, or more.
void require_dense(const comm::Communicator& comm, const std::string& path, const Graph& graph, std::int64_t used) {
  comm::all_or_abort(comm, [&] {
    if (graph.vertices > std::max(few_vertices, vertices_per_used * used))
      throw InputError(path + ": at most " + std::to_string(used) + " of the vertices " + range_of(graph) +
                       " have an edge; expected vertices that are numbered with fewer gaps");
  });
}

}  // namespace

Graph read_graph(const comm::Communicator& comm, const Waiting& waiting, const std::string& path,
                 std::int64_t planned) {
  data::EdgeFormat format;
  Graph graph;
  comm::all_or_abort(comm, [&] {
    format = data::read_edge_format(path);
    graph.edges = data::read_edges(format, comm.rank(), comm.size());
  });
  const std::span<const data::Edge> mine = graph.edges;
  const data::EdgeTally others = total(comm, data::tally(mine.subspan(comm.rank() == 0))),
                        first = data::tally({&format.first, 1});
  comm::all_or_abort(comm, [&] { data::require_no_size_line(format, others); });
  const std::int64_t largest = std::max(others.largest, first.largest);
  graph.first_vertex = std::min(others.smallest, first.smallest) > 0 && planned != largest + 1;
  graph.vertices = largest - graph.first_vertex + 1;
  // An edge has two vertices; the set of all that have one is as large as the file, or refused before it is made.
  require_dense(comm, path, graph, 2 * (others.edges + 1));
  const std::int64_t used = count_used(comm, waiting, graph);
  require_dense(comm, path, graph, used);
  for (data::Edge& edge : graph.edges) edge = {edge.from - graph.first_vertex, edge.to - graph.first_vertex};
  if (comm.rank() != 0) return graph;
  if (format.columns > 2) runner::note(path + ": the third column is not used; all edges weigh the same");
  if (graph.first_vertex > 0) runner::note(path + ": no edge has vertex 0; the vertices are " + range_of(graph));
  if (used < graph.vertices)
    runner::note(path + ": " + std::to_string(graph.vertices - used) + " of the vertices " + range_of(graph) +
                 " have no edge; they count as vertices");
  return graph;
}

void place_edges(const comm::Communicator& comm, const Waiting& waiting, const std::vector<data::Edge>& edges,
                 Store& store) {
  std::vector<ByteWriter> to(static_cast<std::size_t>(comm.size()));
  for (const data::Edge& edge : edges) to[static_cast<std::size_t>(store.owner(edge.from / block_elements))].put(edge);
  std::vector<std::string> outgoing;
  for (ByteWriter& writer : to) outgoing.push_back(std::move(writer.bytes));
  const std::vector<std::string> incoming = exchange(comm, waiting, std::move(outgoing));
  for (auto& [number, block] : store.blocks) block->link_start.assign(static_cast<std::size_t>(block->count) + 1, 0);
  const auto for_all = [&](const auto& use) {
    for (const std::string& bytes : incoming)
      for (ByteReader in(bytes); !in.at_end();) {
        const auto edge = in.get<data::Edge>();
        use(*store.blocks.at(edge.from / block_elements), static_cast<std::size_t>(edge.from % block_elements),
            edge.to);
      }
  };
  for_all([](Block& block, std::size_t i, std::int64_t) { ++block.link_start[i + 1]; });
  for (auto& [number, block] : store.blocks) {
    for (std::size_t i = 1; i < block->link_start.size(); ++i) block->link_start[i] += block->link_start[i - 1];
    block->links.resize(static_cast<std::size_t>(block->link_start.back()));
  }
  std::map<std::int64_t, std::vector<std::int64_t>> next;
  for (auto& [number, block] : store.blocks) next[number] = block->link_start;
  for_all([&](Block& block, std::size_t i, std::int64_t target) {
    block.links[static_cast<std::size_t>(next.at(block.number)[i]++)] = target;
  });
}

}  // namespace uneven::elements
