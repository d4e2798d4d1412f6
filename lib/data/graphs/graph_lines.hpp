// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "data/graphs/graph.hpp"
#include "data/text/lines.hpp"

// What the readers of graphs share; for lib/data alone.

namespace uneven::data {

inline constexpr std::size_t longest_vertex = 40;  // that a message quotes, in characters

/// The lines that begin in a part of a file, of which the first part begins at format.start, the others behind
/// format.rest.
TextLines lines_of(const GraphFormat& format, TextHabits habits, int part, int parts);

/// Takes the next number off a line of numbers between blanks; false at its end.
/// @throws InputError  if it is none, naming what was expected.
bool take_whole(std::string_view& rest, const TextLines& lines, const char* expected, std::int64_t& number);

/// Between what the words of a line stand, which may hold blanks if it is not those: a tab, if that makes 2 to `most`
/// fields, a comma or blanks.
Separator separator_of_words(std::string_view line, std::int64_t most);

/// A word without its quotation marks, of which two in a row are one. @param space  for such a word.
std::string_view word_of(std::string_view field, Separator separator, std::string& space);

/// A weight. @throws InputError  if it is no finite number, or too small.
double weight_of(std::string_view field, const GraphFormat& format, const TextLines& lines);

/// A file is looked at, and a part of it is read.
GraphFormat read_edge_format(const std::string& path, const std::optional<std::string>& columns = {});
GraphPart read_edges(const GraphFormat& format, int part, int parts);
GraphFormat read_adjacency_format(const std::string& path);
GraphPart read_adjacency(const GraphFormat& format, int part, int parts);
GraphFormat read_matrix_market_format(const std::string& path);
GraphPart read_matrix_market(const GraphFormat& format, int part, int parts);
GraphFormat read_metis_format(const std::string& path);
GraphPart read_metis(const GraphFormat& format, int part, int parts);

}  // namespace uneven::data
