// SPDX-License-Identifier: MIT
#include "elements/data.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "base/error.hpp"
#include "base/text.hpp"
#include "comm/communicator.hpp"
#include "context.hpp"
#include "data/door.hpp"
#include "elements/mail.hpp"
#include "elements/programs/clustering.hpp"
#include "tables.hpp"

namespace uneven::elements {

namespace {

constexpr std::int64_t blocks_at_a_time = 64;
constexpr int made_up_places = 8;

/// Points around eight places; with a label, which of two half-spaces they are in, most of the time.
double made_up(std::uint64_t seed, std::int64_t row, int column, int columns, bool with_label) {
  const auto number = static_cast<std::uint64_t>(row);
  if (with_label && column == columns - 1) {
    double sum = 0;
    for (int j = 0; j + 1 < columns; ++j) sum += made_up(seed, row, j, columns, true);
    return uniform(seed, 1, number) < 1 / (1 + std::exp(-sum)) ? 1 : 0;
  }
  const std::uint64_t place = mixed_bits(seed, 0, number) % made_up_places;
  const double centre = 8 * uniform(seed, place + 2, static_cast<std::uint64_t>(column)) - 4;
  return centre + uniform(seed, 1000 + static_cast<std::uint64_t>(column), number) +
         uniform(seed, 2000 + static_cast<std::uint64_t>(column), number);
}

Rows made_up_rows(const document::BspOptions& o, bool with_label) {
  Rows rows{o.count, static_cast<int>(o.dimensions) + with_label, 0, "made-up points", {}, {}, 0};
  rows.rows_at_a_time = blocks_at_a_time * block_elements;
  rows.read = [seed = o.seed, columns = rows.columns, with_label](document::Range range) {
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(range.count * columns));
    for (std::int64_t i = range.first; i < range.end(); ++i)
      for (int j = 0; j < columns; ++j) values.push_back(made_up(seed, i, j, columns, with_label));
    return values;
  };
  return rows;
}

int whole(const std::string& path, std::int64_t columns) {
  if (columns > std::numeric_limits<int>::max())
    throw InputError(path + ": has " + std::to_string(columns) + " columns; expected at most " +
                     std::to_string(std::numeric_limits<int>::max()));
  return static_cast<int>(columns);
}

Rows rows_of(const std::string& path, std::shared_ptr<const data::Table> table) {
  Rows rows;
  rows.name = path;
  rows.count = table->rows();
  rows.columns = whole(path, table->columns());
  rows.labels = table->labels();
  rows.bytes = data::InputFile(data::file_of(path), path).bytes();
  rows.rows_at_a_time = blocks_at_a_time * block_elements;
  rows.read = [table](document::Range range) { return table->read(range); };
  return rows;
}

}  // namespace

Rows open_rows(const document::BspOptions& options, bool with_label, const comm::Communicator& comm) {
  if (!options.data) return made_up_rows(options, with_label);
  const auto last = with_label ? data::LastColumn::label : data::LastColumn::number;
  return rows_of(*options.data, runner::open_table(*options.data, options.table, last, comm));
}

std::vector<double> read_table(const std::string& path, std::int64_t rows, int columns) {
  const auto shape = [](std::int64_t r, std::int64_t c) {
    return std::to_string(r) + " x " + std::to_string(c) + " numbers";
  };
  const data::Table found = data::open_table(path);
  if (found.rows() != rows || found.columns() != columns)
    throw InputError(path + ": has " + shape(found.rows(), found.columns()) + "; expected " + shape(rows, columns));
  return found.read({0, rows});
}

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
