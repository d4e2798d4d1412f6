// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <string>

#include "base/error.hpp"
#include "base/text.hpp"
#include "data/graphs/graph_lines.hpp"

namespace uneven::data {
namespace {

constexpr const char* expected_header =
    "number; expected those of vertices and edges, and at most a format and weights";

/// Any good mixing of 64 bits: the finaliser of MurmurHash3.
std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ (bits >> 33)) * 0xff51afd7ed558ccd;
  bits = (bits ^ (bits >> 33)) * 0xc4ceb9fe1a85ec53;
  return bits ^ (bits >> 33);
}

}  // namespace

/// G. Karypis: METIS 5.1.0 manual, 2013, section 4.1.1: a line of sizes (vertices, edges, and a format of up to three
/// digits: sizes of vertices, weights of vertices, weights of edges; and how many weights a vertex has), then a line
/// for each vertex: its size and weights, and the vertices beside it, each with the weight of the edge.
GraphFormat read_metis_format(const std::string& path) {
  GraphFormat format{.path = path, .form = GraphForm::metis, .both_ways = true};
  TextLines lines(path, {.comment_marks = "%"});
  if (!lines.next()) throw InputError(path + ": holds no line of sizes; expected the numbers of vertices and edges");
  std::string_view rest = lines.text();
  std::int64_t digits = 0, weights = 1, more = 0;
  const auto fail = [&](const std::string& what) {
    return InputError(lines.where() + what +
                      "; expected the line of sizes of a METIS graph, which its name says it is");
  };
  if (!take_whole(rest, lines, expected_header, format.vertices) ||
      !take_whole(rest, lines, expected_header, format.entries))
    throw fail("fewer than two numbers");
  const std::string_view flags = take_field(rest);
  if (flags.size() > 3 || flags.find_first_not_of("01") != flags.npos)
    throw fail("the format '" + shown_data(flags, longest_vertex) + "'");
  if (!flags.empty()) digits = std::stoll(std::string(flags));
  take_whole(rest, lines, expected_header, weights);
  if (take_whole(rest, lines, expected_header, more)) throw fail("more than four numbers");
  if (format.vertices < 1 || format.entries < 0 || weights < 0 || weights > 1000)
    throw fail(std::to_string(format.vertices) + " vertices, " + std::to_string(format.entries) + " edges, " +
               std::to_string(weights) + " weights");
  format.weighted = digits % 10 == 1;
  format.numbers_before_edges = static_cast<int>((digits / 10 % 10) * weights + digits / 100);
  format.line = lines.number();
  format.start = format.rest = lines.end();
  return format;
}

GraphPart read_metis(const GraphFormat& format, int part, int parts) {
  GraphPart result;
  const std::string expected = "vertex; expected 1 to " + std::to_string(format.vertices);
  TextLines lines = lines_of(format, {.comment_marks = "%", .keep_blank = true}, part, parts);
  for (; lines.next(); ++result.lines) {
    std::string_view rest = trimmed(lines.text());
    if (rest.empty()) continue;
    result.said = result.lines + 1;
    for (int i = 0; i < format.numbers_before_edges; ++i)
      if (take_field(rest).empty())
        throw InputError(lines.where() + std::to_string(i) + " numbers; expected " +
                         std::to_string(format.numbers_before_edges) + ", sizes and weights, before the edges");
    for (Edge edge{result.lines, 0}; take_whole(rest, lines, expected.c_str(), edge.to);) {
      if (edge.to < 1 || edge.to > format.vertices)
        throw InputError(lines.where() + std::to_string(edge.to) + " is no " + expected);
      result.edges.push_back(edge);
      ++result.entries;
      if (!format.weighted) continue;
      const double weight = weight_of(take_field(rest), format, lines);
      if (format.keep_weights) result.weights.push_back(weight);
    }
  }
  return result;
}

void number_lines(GraphPart& part, std::int64_t before) {
  for (Edge& edge : part.edges) edge.from += before + 1;
}

std::uint64_t balance_of(const GraphPart& part) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < part.edges.size(); ++i) {
    const auto [from, to] = part.edges[i];
    const std::uint64_t weight = part.weights.empty() ? 0 : std::bit_cast<std::uint64_t>(part.weights[i] + 0.0);
    const std::uint64_t ends =
        mixed(static_cast<std::uint64_t>(std::min(from, to))) + static_cast<std::uint64_t>(std::max(from, to));
    if (from != to) sum += (from < to ? 1 : -1) * mixed(mixed(ends) + weight);
  }
  return sum;
}

void require_sizes(const GraphFormat& format, const GraphSizes& all) {
  const auto fail = [&](const std::string& what) { return InputError(format.path + ": " + what); };
  if (format.form == GraphForm::matrix_market && all.entries != format.entries)
    throw fail(std::to_string(all.entries) + " entries; line " + std::to_string(format.line) + " says " +
               std::to_string(format.entries));
  if (format.form != GraphForm::metis) return;
  if (all.lines < format.vertices || all.said > format.vertices)
    throw fail(std::to_string(all.said > format.vertices ? all.said : all.lines) + " lines of vertices; line " +
               std::to_string(format.line) + " says " + std::to_string(format.vertices));
  if (all.entries % 2 != 0 || all.entries / 2 != format.entries)
    throw fail("the vertices list " + std::to_string(all.entries) + " ends of edges; line " +
               std::to_string(format.line) + " says " + std::to_string(format.entries) +
               " edges, each at both its vertices");
  if (all.balance != 0) throw fail("an edge is not listed at both its vertices, or with two weights");
}

}  // namespace uneven::data
