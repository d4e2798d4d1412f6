// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "data/graphs/graph_lines.hpp"
#include "data/graphs/names.hpp"
#include "data/text/columns.hpp"

namespace uneven::data {
namespace {

constexpr TextHabits habits_of_edges{.comment_marks = "#%"};
constexpr std::int64_t most_columns = 64;  // that a tab may part

const char* skip_blanks(const char* at, const char* end) {
  while (at < end && is_blank(*at)) ++at;
  return at;
}

/// As std::from_chars, in half the time if the number has at most 18 digits.
std::from_chars_result whole_from(const char* first, const char* last, std::int64_t& number) {
  constexpr std::ptrdiff_t safe = 18;
  const char* at = first;
  std::int64_t value = 0;
  for (; at < last && *at >= '0' && *at <= '9' && at - first < safe; ++at) value = 10 * value + (*at - '0');
  if (at == first || (at < last && *at >= '0' && *at <= '9')) return std::from_chars(first, last, number);
  number = value;
  return {at, std::errc()};
}

/// Whether `text` begins with a vertex, which is taken off with what separates it from the next field.
bool take_vertex(std::string_view& text, Separator separator, std::int64_t& vertex) {
  const char* const last = text.data() + text.size();
  const char* at = skip_blanks(text.data(), last);
  const char* const first = at;
  const auto [after, error] = whole_from(at, last, vertex);
  if (error != std::errc() || (vertex == 0 && *first == '-')) return false;
  at = skip_blanks(after, last);
  if (at < last && separator == Separator::comma) {
    if (*at++ != ',' || at == last) return false;
  } else if (at < last && at == after) {
    return false;
  }
  text = std::string_view(at, static_cast<std::size_t>(last - at));
  return true;
}

std::string quoted(std::string_view field) { return "'" + shown_data(field, longest_vertex) + "'"; }

std::string line_of_first(const GraphFormat& format) {
  return format.line > 0 ? ", as on line " + std::to_string(format.line) : "";
}

/// The fields of the two vertices and of the number behind them.
std::vector<std::string_view> chosen_fields(std::vector<std::string_view> fields, const GraphFormat& format) {
  if (format.chosen.empty()) return fields;
  std::vector<std::string_view> chosen;
  for (const std::size_t column : format.chosen)
    if (column < fields.size()) chosen.push_back(fields[column]);
  return chosen;
}

void require_columns(std::size_t fields, const GraphFormat& format, const TextLines& lines) {
  if (fields == format.columns) return;
  constexpr std::array<const char*, 3> between{" between commas", " between tabs", " between blanks"};
  const std::string wanted = format.line > 0 ? std::to_string(format.columns) + line_of_first(format) : "2 or more";
  throw InputError(lines.where() + std::to_string(fields) + " fields" +
                   between[static_cast<std::size_t>(format.separator)] + "; expected " + wanted +
                   (fields == 2 && format.columns < 4
                        ? ""
                        : " (names that end in .adjlist are of adjacency lists, in .graph or .metis of METIS "
                          "graphs)"));
}

/// Throws the fault of a line.
[[noreturn]] void refuse(const GraphFormat& format, const TextLines& lines) {
  const auto all = fields_of(lines.text(), format.separator);
  const auto fields = chosen_fields(all, format);
  std::int64_t vertex = 0;
  for (const std::string_view field : std::span(fields).first(std::min<std::size_t>(2, fields.size())))
    if (!is_whole(field, vertex))
      throw InputError(lines.where() + quoted(field) + " is no vertex; expected two whole numbers of 64 bits" +
                       (format.line > 0 ? line_of_first(format) + " (names are told by the first edge)" : " or names"));
  require_columns(all.size(), format, lines);
  throw InputError(lines.where() + quoted(fields[2]) +
                   " is no number; expected a weight or time stamp behind two vertices");
}

Edge parse_chosen(const GraphFormat& format, const TextLines& lines, double& behind) {
  const auto all = fields_of(lines.text(), format.separator);
  const auto fields = chosen_fields(all, format);
  Edge edge{};
  if (all.size() != format.columns || !is_whole(fields[0], edge.from) || !is_whole(fields[1], edge.to))
    refuse(format, lines);
  if (fields.size() > 2) behind = weight_of(trimmed(fields[2]), format, lines);
  return edge;
}

Edge parse(const GraphFormat& format, const TextLines& lines, double& behind) {
  if (!format.chosen.empty()) return parse_chosen(format, lines, behind);
  Edge edge{};
  std::string_view rest = lines.text();
  const bool sound = take_vertex(rest, format.separator, edge.from) && !rest.empty() &&
                     take_vertex(rest, format.separator, edge.to) && (format.columns == 2) == rest.empty();
  if (!sound) refuse(format, lines);
  if (format.columns == 2) return edge;
  std::string_view field = trimmed(rest);
  if (format.columns > 3) {
    const auto fields = fields_of(rest, format.separator);
    if (fields.size() + 2 != format.columns) refuse(format, lines);
    field = trimmed(fields[0]);
  }
  if (!decimal(field)) refuse(format, lines);
  behind = weight_of(field, format, lines);
  return edge;
}

Edge parse_names(const GraphFormat& format, const TextLines& lines, Names& names, double& behind) {
  auto all = fields_of(lines.text(), format.separator);
  require_columns(all.size(), format, lines);
  const auto fields = chosen_fields(std::move(all), format);
  std::array<std::int64_t, 2> ends{};
  std::string space;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string_view name = word_of(fields[i], format.separator, space);
    if (name.empty()) throw InputError(lines.where() + "a vertex without a name; expected two names");
    ends[i] = names.number_of(name);
  }
  if (fields.size() > 2) behind = weight_of(trimmed(fields[2]), format, lines);
  return {ends[0], ends[1]};
}

bool are_numbers(const std::vector<std::string_view>& fields) {
  std::int64_t number = 0;
  return fields.size() > 1 && is_whole(fields[0], number) && is_whole(fields[1], number);
}

bool is_usual_header(const std::vector<std::string_view>& fields) {
  constexpr std::array<std::string_view, 9> words{"from",  "source",  "src", "from_id",   "source_id",
                                                  "node1", "vertex1", "id1", "fromnodeid"};
  const std::string_view field = fields.front();
  const std::string word = lower_case(field.starts_with('"') ? field.substr(1, field.size() - 2) : field);
  return std::ranges::find(words, word) != words.end();
}

/// Beginnings of other formats that look like an edge between names: XML, JSON, Pajek, GML, DOT.
void require_names(const std::vector<std::string_view>& fields, const TextLines& lines) {
  for (const std::string_view field : std::span(fields).first(std::min<std::size_t>(2, fields.size()))) {
    std::int64_t number = 0;
    const bool foreign = !field.empty() && std::string_view("<{[*").find(field.front()) != std::string_view::npos;
    if ((decimal(field) && !is_whole(field, number)) || foreign || field == "->" || field == "--")
      throw InputError(lines.where() + quoted(field) + " is no vertex; expected two whole numbers of 64 bits or names");
  }
}

/// Whether an item of the list is no number and no range, and so a name of a header.
bool names_columns(const std::string& list) {
  return std::ranges::any_of(split(list, ','), [](const std::string& item) {
    return trimmed(item).find_first_not_of("0123456789- ") != std::string_view::npos;
  });
}

std::vector<std::size_t> columns_of_edges(const std::string& list, const std::vector<std::string_view>& fields,
                                          bool header, const std::string& path) {
  std::vector<std::string> names;
  if (header)
    for (const std::string_view field : fields) names.emplace_back(unquoted(trimmed(field)));
  const auto chosen = chosen_columns(list, std::ssize(fields), names, path);
  if (chosen.size() != 2 && chosen.size() != 3)
    throw InputError(path + ": columns '" + shown(list) + "'; expected 2, of the vertices, or 3, of the weights too");
  return {chosen.begin(), chosen.end()};
}

}  // namespace

GraphFormat read_edge_format(const std::string& path, const std::optional<std::string>& columns) {
  GraphFormat format{.path = path};
  TextLines lines(path, habits_of_edges);
  const auto words_of = [&] { return fields_of(lines.text(), separator_of_words(lines.text(), most_columns)); };
  const auto here = [&] {
    const bool comma = lines.text().find(',') != std::string_view::npos;
    format.separator = columns ? separator_of_words(lines.text(), most_columns)
                       : comma ? Separator::comma
                               : Separator::blanks;
    return fields_of(lines.text(), format.separator);
  };
  const auto next = [&] {
    if (!lines.next()) throw InputError(path + ": holds no edges");
    return here();
  };
  auto fields = next();
  const bool could_be_header = is_header(fields);
  if (columns) format.chosen = columns_of_edges(*columns, fields, could_be_header, path);
  std::size_t names = 0;
  if (could_be_header) {
    TextLines second(path, habits_of_edges);
    second.next();
    const bool has_second = second.next();
    const bool of_numbers =
        has_second && are_numbers(chosen_fields(fields_of(second.text(), format.separator), format));
    const auto words = chosen_fields(words_of(), format);
    if (of_numbers || (words.size() > 2 && !decimal(trimmed(words[2]))) || is_usual_header(words) ||
        (columns && names_columns(*columns))) {
      names = of_numbers ? fields.size() : words_of().size();
      format.start = lines.end();
      fields = next();
    }
  }
  format.named = !are_numbers(chosen_fields(fields, format));
  if (format.named) {
    format.separator = separator_of_words(lines.text(), most_columns);
    fields = fields_of(lines.text(), format.separator);
  }
  format.columns = std::max<std::size_t>(2, fields.size());
  if (names > 0 && names != fields.size())
    throw InputError(lines.where() + std::to_string(fields.size()) + " columns; the header has " +
                     std::to_string(names));
  if (format.named) {
    require_columns(fields.size(), format, lines);
    require_names(chosen_fields(fields, format), lines);
    Names first;
    parse_names(format, lines, first, format.behind);
  } else {
    format.first = parse(format, lines, format.behind);
  }
  format.weighted = (columns ? format.chosen.size() : format.columns) > 2;
  format.line = lines.number();
  format.rest = lines.end();
  return format;
}

GraphPart read_edges(const GraphFormat& format, int part, int parts) {
  GraphPart result;
  Names names;
  double weight = 0;
  TextLines lines = lines_of(format, habits_of_edges, part, parts);
  const std::int64_t all = lines.left();
  while (lines.next()) {
    // Lines of the same length would fill it.
    constexpr std::size_t enough = 4096;
    if (result.edges.size() == enough && lines.left() > 0)
      result.edges.reserve(enough * static_cast<std::size_t>(1 + all / (all - lines.left())) * 17 / 16);
    result.edges.push_back(format.named ? parse_names(format, lines, names, weight) : parse(format, lines, weight));
    if (format.weighted && format.keep_weights) result.weights.push_back(weight);
  }
  result.names = names.take();
  return result;
}

void require_no_size_line(const GraphFormat& format, const EdgeTally& others) {
  if (format.form != GraphForm::edges || format.named || !format.chosen.empty()) return;
  const auto [vertices, second] = format.first;
  const bool matrix = format.columns == 3 && others.smallest > 0;  // rows, columns and numbers; rows count from 1
  const double edges = matrix ? format.behind : static_cast<double>(second);
  const std::int64_t most = matrix ? std::max(vertices, second) : vertices;
  if (others.edges > 0 && edges == static_cast<double>(others.edges) && others.smallest >= 0 && others.largest <= most)
    throw InputError(format.path + ":" + std::to_string(format.line) + ": " + std::to_string(most) + " and " +
                     std::to_string(others.edges) +
                     " are the numbers of vertices and edges below, or an edge; expected edges alone (take the line "
                     "away, or to the end if it is one)");
}

}  // namespace uneven::data
