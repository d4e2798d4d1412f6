// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "base/text.hpp"
#include "data/graphs/graph_lines.hpp"
#include "data/graphs/names.hpp"

namespace uneven::data {
namespace {

constexpr TextHabits habits_of_adjacency{.comment_marks = "#"};

}  // namespace

/// Each line is a vertex and all to which its edges lead, between blanks.
GraphFormat read_adjacency_format(const std::string& path) {
  GraphFormat format{.path = path, .form = GraphForm::adjacency};
  TextLines lines(path, habits_of_adjacency);
  if (!lines.next()) throw InputError(path + ": holds no vertices");
  std::int64_t number = 0;
  for (std::string_view rest = lines.text(), field; !(field = take_field(rest)).empty();)
    format.named = format.named || !is_whole(field, number);
  format.line = lines.number();
  return format;
}

GraphPart read_adjacency(const GraphFormat& format, int part, int parts) {
  GraphPart result;
  Names names;
  const std::string expected = "vertex; expected whole numbers of 64 bits, as on line " + std::to_string(format.line);
  TextLines lines = lines_of(format, habits_of_adjacency, part, parts);
  while (lines.next()) {
    std::string_view rest = lines.text();
    const auto next = [&](std::int64_t& vertex) {
      if (!format.named) return take_whole(rest, lines, expected.c_str(), vertex);
      const std::string_view field = take_field(rest);
      if (!field.empty()) vertex = names.number_of(field);
      return !field.empty();
    };
    Edge edge{};
    next(edge.from);
    const std::size_t before = result.edges.size();
    while (next(edge.to)) result.edges.push_back(edge);
    if (result.edges.size() == before) result.alone.push_back(edge.from);
  }
  result.names = names.take();
  return result;
}

}  // namespace uneven::data
