// SPDX-License-Identifier: MIT
#include "data/graphs/graph.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "data/formats/format.hpp"
#include "data/graphs/graph_lines.hpp"
#include "data/input/plain.hpp"

namespace uneven::data {

TextLines lines_of(const GraphFormat& format, TextHabits habits, int part, int parts) {
  const std::int64_t bytes = open_plain(format.path).bytes();
  const auto cut = [&](int i) { return i == parts ? bytes : std::max(format.rest, bytes / parts * i); };
  return TextLines(format.path, habits, part == 0 ? format.start : cut(part), cut(part + 1));
}

bool take_whole(std::string_view& rest, const TextLines& lines, const char* expected, std::int64_t& number) {
  const std::string_view field = take_field(rest);
  if (field.empty()) return false;
  if (!is_whole(field, number))
    throw InputError(lines.where() + "'" + shown_data(field, longest_vertex) + "' is no " + expected);
  return true;
}

Separator separator_of_words(std::string_view line, std::int64_t most) {
  const std::int64_t tabs = std::ranges::count(trimmed(line), '\t');
  if (tabs > 0 && tabs < most) return Separator::tab;
  return line.find(',') == line.npos ? Separator::blanks : Separator::comma;
}

std::string_view word_of(std::string_view field, Separator separator, std::string& space) {
  field = trimmed(field);
  if (separator != Separator::comma || field.size() < 2 || field.front() != '"' || field.back() != '"') return field;
  field = field.substr(1, field.size() - 2);
  if (field.find('"') == field.npos) return field;
  space.clear();
  for (std::size_t i = 0; i < field.size(); ++i) {
    space += field[i];
    if (field.substr(i, 2) == "\"\"") ++i;
  }
  return space;
}

double weight_of(std::string_view field, const GraphFormat& format, const TextLines& lines) {
  const auto weight = decimal(field);
  if (!weight || !std::isfinite(*weight))
    throw InputError(lines.where() + "'" + shown_data(field, longest_vertex) +
                     "' is no number; expected a weight or time stamp behind two vertices");
  if (format.keep_weights && *weight < format.least_weight)
    throw InputError(lines.where() + "the weight is " + shortest(*weight) + "; expected at least " +
                     shortest(format.least_weight));
  return *weight;
}

GraphFormat read_graph_format(const std::string& path, const std::optional<std::string>& columns) {
  const bool matrix = is_matrix_market(path), metis = path.ends_with(".graph") || path.ends_with(".metis");
  if (columns && (matrix || metis || path.ends_with(".adjlist")))
    throw InputError(path + ": columns are chosen of lists of edges alone");
  if (matrix) return read_matrix_market_format(path);
  if (metis) return read_metis_format(path);
  return path.ends_with(".adjlist") ? read_adjacency_format(path) : read_edge_format(path, columns);
}

GraphPart read_graph_part(const GraphFormat& format, int part, int parts) {
  using enum GraphForm;
  switch (format.form) {
    case adjacency:
      return read_adjacency(format, part, parts);
    case matrix_market:
      return read_matrix_market(format, part, parts);
    case metis:
      return read_metis(format, part, parts);
    case edges:
      break;
  }
  return read_edges(format, part, parts);
}

EdgeTally tally(std::span<const Edge> edges) {
  EdgeTally all;
  all.edges = std::ssize(edges);
  for (const Edge& edge : edges) {
    all.smallest = std::min({all.smallest, edge.from, edge.to});
    all.largest = std::max({all.largest, edge.from, edge.to});
  }
  return all;
}

std::vector<std::uint64_t> used_vertices(std::span<const Edge> edges, std::int64_t first, std::int64_t vertices) {
  std::vector<std::uint64_t> used(static_cast<std::size_t>((vertices + 63) / 64));
  for (const Edge& edge : edges)
    for (const std::int64_t vertex : {edge.from - first, edge.to - first})
      used[static_cast<std::size_t>(vertex / 64)] |= std::uint64_t{1} << vertex % 64;
  return used;
}

}  // namespace uneven::data
