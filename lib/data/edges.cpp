// SPDX-License-Identifier: MIT
#include "data/edges.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/error.hpp"
#include "base/text.hpp"
#include "data/file.hpp"
#include "data/plain.hpp"
#include "data/table.hpp"

namespace uneven::data {
namespace {

constexpr TextHabits habits{.comment_marks = "#%"};
constexpr std::int64_t largest_vertex = 9007199254740991;  // that every reader of JSON keeps
constexpr std::size_t longest_vertex = 40;                 // that a message quotes, in characters
constexpr const char* expected_edge = "expected two vertices, whole numbers from 0 to 9007199254740991";

bool is_blank(char c) { return c == ' ' || c == '\t'; }

const char* skip_blanks(const char* at, const char* end) {
  while (at < end && is_blank(*at)) ++at;
  return at;
}

/// A finite one.
std::optional<double> number_of(std::string_view field) {
  const auto value = decimal(field);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

/// Whether `text` begins with a vertex, which is taken off with what separates it from the next field.
bool take_vertex(std::string_view& text, Separator separator, std::int64_t& vertex) {
  const char* const last = text.data() + text.size();
  const char* at = skip_blanks(text.data(), last);
  const auto [after, error] = std::from_chars(at, last, vertex);
  if (error != std::errc() || vertex < 0 || vertex > largest_vertex || *at == '-') return false;
  at = skip_blanks(after, last);
  if (at < last && separator == Separator::comma) {
    if (*at++ != ',' || at == last) return false;
  } else if (at < last && at == after) {
    return false;
  }
  text = std::string_view(at, static_cast<std::size_t>(last - at));
  return true;
}

/// Says what is wrong with a line.
[[noreturn]] void refuse(const EdgeFormat& format, const TextLines& lines) {
  const auto fields = fields_of(lines.text(), format.separator);
  const auto fail = [&](const std::string& what) { return InputError(lines.where() + what); };
  std::int64_t vertex = 0;
  for (const std::string_view field : std::span(fields).first(std::min<std::size_t>(2, fields.size())))
    if (std::string_view rest = field; !take_vertex(rest, Separator::blanks, vertex) || !rest.empty())
      throw fail("'" + shown_data(field, longest_vertex) + "' is no vertex; " + expected_edge);
  const std::string between = format.separator == Separator::comma ? " between commas" : " between blanks";
  const std::string wanted =
      format.line > 0 ? std::to_string(format.columns) + ", as on line " + std::to_string(format.line) : "2 or 3";
  if (fields.size() != format.columns)
    throw fail(std::to_string(fields.size()) + " fields" + between + "; expected " + wanted +
               (fields.size() > 2 ? " (an adjacency list cannot be read)" : ""));
  throw fail("'" + shown_data(fields.back(), longest_vertex) +
             "' is no number; expected a weight or time stamp behind two vertices");
}

Edge parse(const EdgeFormat& format, const TextLines& lines, double* behind = nullptr) {
  Edge edge{};
  std::string_view rest = lines.text();
  const bool sound = take_vertex(rest, format.separator, edge.from) && !rest.empty() &&
                     take_vertex(rest, format.separator, edge.to) &&
                     (format.columns == 3 ? number_of(trimmed(rest)).has_value() : rest.empty());
  if (!sound) refuse(format, lines);
  if (behind && format.columns == 3) *behind = *number_of(trimmed(rest));
  return edge;
}

void require_no_matrix_market(const std::string& path) {
  constexpr std::string_view banner = "%%matrixmarket";
  TextLines lines(path, {.comment_marks = ""});
  if (!lines.next()) return;
  std::string start(trimmed(lines.text()).substr(0, banner.size()));
  std::ranges::transform(start, start.begin(), [](unsigned char c) { return std::tolower(c); });
  if (start == banner)
    throw InputError(lines.where() + "a Matrix Market file; expected a list of edges, two vertices a line");
}

}  // namespace

EdgeFormat read_edge_format(const std::string& path) {
  require_no_matrix_market(path);
  EdgeFormat format{.path = path};
  TextLines lines(path, habits);
  const auto next = [&] {
    if (!lines.next()) throw InputError(path + ": holds no edges");
    format.separator = lines.text().find(',') == std::string_view::npos ? Separator::blanks : Separator::comma;
    return fields_of(lines.text(), format.separator);
  };
  auto fields = next();
  const std::size_t names = is_header(fields) ? fields.size() : 0;
  if (names > 0) fields = next();
  if (fields.size() == 3) format.columns = 3;
  format.first = parse(format, lines, &format.behind);
  if (names > 0 && names != fields.size())
    throw InputError(lines.where() + std::to_string(fields.size()) + " columns; the header has " +
                     std::to_string(names));
  format.line = lines.number();
  format.rest = lines.end();
  return format;
}

std::vector<Edge> read_edges(const EdgeFormat& format, int part, int parts) {
  const std::int64_t bytes = open_plain(format.path).bytes();
  const auto cut = [&](int i) { return i == parts ? bytes : std::max(format.rest, bytes / parts * i); };
  std::vector<Edge> edges;
  if (part == 0) edges.push_back(format.first);
  TextLines lines(format.path, habits, part == 0 ? format.rest : cut(part), cut(part + 1));
  while (lines.next()) edges.push_back(parse(format, lines));
  return edges;
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

void require_no_size_line(const EdgeFormat& format, const EdgeTally& others) {
  const auto [vertices, second] = format.first;
  const bool matrix = format.columns == 3 && others.smallest > 0;  // rows, columns and numbers; rows count from 1
  const double edges = matrix ? format.behind : static_cast<double>(second);
  const std::int64_t most = matrix ? std::max(vertices, second) : vertices;
  if (others.edges > 0 && edges == static_cast<double>(others.edges) && others.largest <= most)
    throw InputError(format.path + ":" + std::to_string(format.line) + ": " + std::to_string(most) + " and " +
                     std::to_string(others.edges) +
                     " are the numbers of vertices and edges below, or an edge; expected edges alone (take the line "
                     "away, or to the end if it is one)");
}

std::vector<std::uint64_t> used_vertices(std::span<const Edge> edges, std::int64_t first, std::int64_t vertices) {
  std::vector<std::uint64_t> used(static_cast<std::size_t>((vertices + 63) / 64));
  for (const Edge& edge : edges)
    for (const std::int64_t vertex : {edge.from - first, edge.to - first})
      used[static_cast<std::size_t>(vertex / 64)] |= std::uint64_t{1} << vertex % 64;
  return used;
}

}  // namespace uneven::data
