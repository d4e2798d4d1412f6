// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>

#include "base/error.hpp"
#include "base/text.hpp"
#include "data/graphs/graph_lines.hpp"

namespace uneven::data {
namespace {

constexpr TextHabits habits_of_matrices{.comment_marks = "%"};
constexpr const char* expected_size = "size; expected whole numbers of rows, columns and entries";

std::string in_small_letters(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

/// What the first line says, or is refused.
void read_banner(const TextLines& lines, GraphFormat& format) {
  std::string_view rest = lines.text();
  const auto next = [&] { return in_small_letters(take_field(rest)); };
  next();
  const std::string object = next(), layout = next(), field = next(), symmetry = next();
  const auto require = [&](bool sound, const std::string& word, const char* expected) {
    if (!sound)
      throw InputError(lines.where() + "Matrix Market: '" + shown_data(word, longest_vertex) + "'; expected " +
                       expected);
  };
  require(object == "matrix", object, "matrix");
  require(layout == "coordinate", layout, "coordinate, the entries of a sparse matrix");
  require(field == "pattern" || field == "real" || field == "integer", field, "pattern, real or integer");
  require(symmetry == "general" || symmetry == "symmetric", symmetry, "general or symmetric");
  format.weighted = field != "pattern";
  format.both_ways = symmetry == "symmetric";
}

}  // namespace

/// R. F. Boisvert, R. Pozo, K. A. Remington: The Matrix Market exchange formats, NISTIR 5935, 1996, section 3.
GraphFormat read_matrix_market_format(const std::string& path) {
  GraphFormat format{.path = path, .form = GraphForm::matrix_market};
  TextLines first(path, {.comment_marks = ""});
  first.next();
  read_banner(first, format);
  TextLines lines(path, habits_of_matrices);
  if (!lines.next()) throw InputError(path + ": holds no line of sizes; expected rows, columns and entries");
  std::string_view rest = lines.text();
  std::int64_t columns = 0, more = 0;
  if (!take_whole(rest, lines, expected_size, format.vertices) || !take_whole(rest, lines, expected_size, columns) ||
      !take_whole(rest, lines, expected_size, format.entries) || take_whole(rest, lines, expected_size, more))
    throw InputError(lines.where() + "expected three sizes: rows, columns and entries");
  if (format.vertices != columns || columns < 1 || format.entries < 0)
    throw InputError(lines.where() + std::to_string(format.vertices) + " rows, " + std::to_string(columns) +
                     " columns and " + std::to_string(format.entries) +
                     " entries; expected as many rows as columns, one at least, for a graph");
  format.columns = format.weighted ? 3 : 2;
  format.line = lines.number();
  format.start = format.rest = lines.end();
  return format;
}

GraphPart read_matrix_market(const GraphFormat& format, int part, int parts) {
  GraphPart result;
  const std::string expected = "vertex; expected 1 to " + std::to_string(format.vertices);
  TextLines lines = lines_of(format, habits_of_matrices, part, parts);
  while (lines.next()) {
    std::string_view rest = lines.text();
    Edge edge{};
    for (std::int64_t* vertex : {&edge.from, &edge.to}) {
      if (!take_whole(rest, lines, expected.c_str(), *vertex))
        throw InputError(lines.where() + "expected " + std::to_string(format.columns) + " numbers");
      if (*vertex < 1 || *vertex > format.vertices)
        throw InputError(lines.where() + std::to_string(*vertex) + " is no " + expected);
    }
    const std::string_view value = trimmed(rest);
    if (value.empty() == format.weighted)
      throw InputError(lines.where() + "expected " + std::to_string(format.columns) + " numbers");
    if (format.both_ways && edge.to > edge.from)
      throw InputError(lines.where() + "an entry above the diagonal; expected those of a symmetric matrix below it");
    const double weight = format.weighted ? weight_of(value, format, lines) : 1;
    ++result.entries;
    const auto add = [&](Edge one) {
      result.edges.push_back(one);
      if (format.weighted && format.keep_weights) result.weights.push_back(weight);
    };
    add(edge);
    if (format.both_ways && edge.from != edge.to) add({edge.to, edge.from});
  }
  return result;
}

}  // namespace uneven::data
