// SPDX-License-Identifier: MIT
#include "elements/graph.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "base/error.hpp"
#include "base/text.hpp"
#include "context.hpp"
#include "data/graphs/names.hpp"
#include "data/input/plain.hpp"
#include "data/text/lines.hpp"

namespace uneven::elements {

namespace {

/// Most vertices of a graph that are elements without an edge: the first number, or the second times the number of
/// vertices that have one.
constexpr std::int64_t few_vertices = 1024, vertices_per_used = 4;

/// Beyond it, numbers are keys of vertices and not their places.
constexpr std::int64_t largest_place = 9007199254740991;

std::int64_t sum_of(const comm::Communicator& comm, std::int64_t mine) {
  std::uint64_t sum = 0;
  for (const std::int64_t value : comm::all_gather(comm, mine)) sum += static_cast<std::uint64_t>(value);
  return static_cast<std::int64_t>(sum);
}

/// Of all processes.
data::EdgeTally total(const comm::Communicator& comm, const data::EdgeTally& mine) {
  data::EdgeTally all;
  all.edges = sum_of(comm, mine.edges);
  all.smallest = -1 - comm::maximum(comm, -1 - mine.smallest);
  all.largest = comm::maximum(comm, mine.largest);
  return all;
}

/// Vertices first .. first + vertices - 1 that have an edge at any process. Each process counts a piece of the set.
std::int64_t count_used(const comm::Communicator& comm, const Waiting& waiting, std::span<const data::Edge> edges,
                        std::int64_t first, std::int64_t vertices) {
  const auto words = data::used_vertices(edges, first, vertices);
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
  std::int64_t mine = 0;
  for (const std::uint64_t word : all) mine += std::popcount(word);
  return sum_of(comm, mine);
}

/// 1,234,567
std::string grouped(std::int64_t number) {
  std::string text = std::to_string(number);
  for (std::ptrdiff_t at = std::ssize(text) - 3; at > (number < 0); at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

/// Whether memory for all of the vertices is worth it. @param used  number of vertices with an edge, or more.
bool are_dense(std::int64_t vertices, std::int64_t used) {
  return vertices <= std::max(few_vertices, vertices_per_used * used);
}

/// The edges' ends become the places of their keys in the directory.
template <class Key>
void number(const comm::Communicator& comm, const Waiting& waiting, const std::vector<Key>& keys,
            const std::function<std::size_t(std::int64_t)>& place, Graph& graph) {
  Directory<Key> directory(comm, waiting, keys);
  const std::vector<std::int64_t> numbers = directory.numbers_of(comm, waiting, keys);
  for (data::Edge& edge : graph.edges) edge = {numbers[place(edge.from)], numbers[place(edge.to)]};
  graph.elements = directory.size();
  graph.keys = Keys(std::move(directory));
}

void number_names(const comm::Communicator& comm, const Waiting& waiting, const std::vector<std::string>& names,
                  Graph& graph) {
  number(
      comm, waiting, names, [](std::int64_t name) { return static_cast<std::size_t>(name); }, graph);
}

void number_keys(const comm::Communicator& comm, const Waiting& waiting, std::vector<std::int64_t> keys, Graph& graph) {
  for (const data::Edge& edge : graph.edges) keys.insert(keys.end(), {edge.from, edge.to});
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  number(
      comm, waiting, keys,
      [&](std::int64_t key) { return static_cast<std::size_t>(std::ranges::lower_bound(keys, key) - keys.begin()); },
      graph);
}

/// Elements are places from `first`.
void use_places(std::int64_t vertices, std::int64_t first, Graph& graph) {
  for (data::Edge& edge : graph.edges) edge = {edge.from - first, edge.to - first};
  graph.elements = vertices;
  graph.keys = Keys(vertices, first);
}

/// A list of whole numbers. @return  what there is to say of its vertices.
std::vector<std::string> number_list(const comm::Communicator& comm, const Waiting& waiting,
                                     const data::GraphFormat& format, std::int64_t planned,
                                     const std::vector<std::int64_t>& alone, Graph& graph) {
  std::vector<data::Edge> loops;
  for (const std::int64_t vertex : alone) loops.push_back({vertex, vertex});
  const bool has_first = format.form == data::GraphForm::edges;
  const data::EdgeTally others =
      total(comm, data::tally(std::span(graph.edges).subspan(has_first && comm.rank() == 0)));
  comm::all_or_abort(comm, [&] { data::require_no_size_line(format, others); });
  data::EdgeTally all = total(comm, data::tally(loops));
  for (const data::EdgeTally& more : {others, data::tally(std::span(&format.first, has_first))})
    all = {all.edges + more.edges, std::min(all.smallest, more.smallest), std::max(all.largest, more.largest)};
  const bool are_places = all.smallest >= 0 && all.largest <= largest_place;
  const std::int64_t first = all.smallest > 0 && planned != all.largest + 1;
  const std::int64_t vertices = are_places ? all.largest - first + 1 : 0;
  const std::string range = std::to_string(first) + " to " + std::to_string(all.largest);
  // An edge has two vertices; the set of all that have one is as large as the file, or not made.
  if (are_places && are_dense(vertices, 2 * all.edges)) {
    loops.insert(loops.end(), graph.edges.begin(), graph.edges.end());
    const std::int64_t used = count_used(comm, waiting, loops, first, vertices);
    if (are_dense(vertices, used)) {
      use_places(vertices, first, graph);
      std::vector<std::string> words;
      if (first > 0) words.push_back("no edge has vertex 0; the vertices are " + range);
      if (used < vertices)
        words.push_back(std::to_string(vertices - used) + " of the vertices " + range +
                        " have no edge; they count as vertices");
      return words;
    }
  }
  number_keys(comm, waiting, alone, graph);
  return {"the numbers have gaps; the vertices are those that occur, and outputs name them"};
}

std::string columns_read(const data::GraphFormat& format) {
  const std::string all = " of " + std::to_string(format.columns) + " columns";
  if (format.chosen.empty()) return "the first 3" + all;
  std::string text;
  for (const std::size_t column : format.chosen) text += (text.empty() ? "" : ", ") + std::to_string(column + 1);
  return text + all;
}

std::string description(const data::GraphFormat& format, const Graph& graph, std::int64_t edges) {
  return grouped(graph.elements) + (format.named ? " vertices with names, " : " vertices, ") + grouped(edges) +
         " edges" + (graph.weighted ? " with weights, " : ", ") + name_of(format.form) +
         (format.columns <= 3 && format.chosen.empty() ? "" : ", of which " + columns_read(format) + " are read");
}

}  // namespace

Graph read_graph(const comm::Communicator& comm, const Waiting& waiting, const std::string& path,
                 const std::optional<std::string>& columns, std::int64_t planned, LinkWeights weights) {
  data::GraphFormat format;
  data::GraphPart part;
  comm::all_or_abort(comm, [&] {
    format = data::read_graph_format(path, columns);
    format.keep_weights = weights != LinkWeights::unused;
    if (weights == LinkWeights::not_negative) format.least_weight = 0;
    part = data::read_graph_part(format, comm.rank(), comm.size());
  });
  const bool is_metis = format.form == data::GraphForm::metis, has_sizes = format.vertices >= 0;
  data::GraphSizes sizes;
  const std::vector<std::int64_t> lines = comm::all_gather(comm, part.lines);
  for (int rank = 0; rank < comm.size(); ++rank) {
    if (rank == comm.rank() && is_metis) data::number_lines(part, sizes.lines);
    if (rank == comm.rank() && part.said > 0) sizes.said = sizes.lines + part.said;
    sizes.lines += lines[static_cast<std::size_t>(rank)];
  }
  sizes.said = comm::maximum(comm, sizes.said);
  sizes.entries = sum_of(comm, part.entries);
  if (is_metis)
    sizes.balance = static_cast<std::uint64_t>(sum_of(comm, static_cast<std::int64_t>(data::balance_of(part))));
  comm::all_or_abort(comm, [&] { data::require_sizes(format, sizes); });

  Graph graph;
  graph.edges = std::move(part.edges);
  graph.weights = std::move(part.weights);
  graph.weighted = format.weighted && format.keep_weights;
  graph.both_ways = format.both_ways;
  std::vector<std::string> words;
  if (has_sizes)
    use_places(format.vertices, 1, graph);
  else if (format.named)
    number_names(comm, waiting, part.names, graph);
  else
    words = number_list(comm, waiting, format, planned, part.alone, graph);
  const std::int64_t edges = has_sizes ? format.entries : sum_of(comm, std::ssize(graph.edges));
  if (comm.rank() != 0) return graph;
  runner::note(path + ": " + description(format, graph, edges));
  if (format.weighted && !format.keep_weights)
    runner::note(path + ": the third column is not used; all edges weigh the same");
  for (const std::string& line : words) runner::note(path + ": " + line);
  return graph;
}

Graph read_text(const comm::Communicator& comm, const Waiting& waiting, const std::string& path,
                const Program& program) {
  Graph graph;
  data::Names names;
  std::int64_t mine = 0;
  comm::all_or_abort(comm, [&] {
    const std::int64_t bytes = data::open_plain(path).bytes();
    const auto cut = [&](int i) { return i == comm.size() ? bytes : bytes / comm.size() * i; };
    data::TextLines lines(path, {.comment_marks = "", .keep_blank = true}, cut(comm.rank()), cut(comm.rank() + 1));
    for (; lines.next(); ++mine)
      program.keys_of(lines.text(), [&](std::string_view key) { graph.edges.push_back({mine, names.number_of(key)}); });
  });
  const std::vector<std::string> keys = names.take();
  Keys::Named directory(comm, waiting, keys);
  const std::vector<std::int64_t> numbers = directory.numbers_of(comm, waiting, keys);
  std::int64_t before = 0;
  const std::vector<std::int64_t> lines = comm::all_gather(comm, mine);
  for (int rank = 0; rank < comm.size(); ++rank) {
    if (rank < comm.rank()) before += lines[static_cast<std::size_t>(rank)];
    graph.elements += lines[static_cast<std::size_t>(rank)];
  }
  for (data::Edge& edge : graph.edges) edge = {before + edge.from, numbers[static_cast<std::size_t>(edge.to)]};
  graph.keys = Keys(std::move(directory));
  const std::int64_t links = sum_of(comm, std::ssize(graph.edges));
  if (comm.rank() == 0)
    runner::note(path + ": " + grouped(graph.elements) + " lines, " + grouped(graph.keys.size()) +
                 " different keys, which occur " + grouped(links) + " times");
  return graph;
}

}  // namespace uneven::elements
