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

/// The lines that begin in one part of a file. Parts are equal numbers of bytes, but the first begins at format.start
/// and the others not before format.rest.
TextLines lines_of(const GraphFormat& format, TextHabits habits, int part, int parts);

/// Takes the next number off a line of numbers between blanks; false at its end.
/// @throws InputError  if the next word is no whole number: "... is no `expected`".
bool take_whole(std::string_view& rest, const TextLines& lines, const char* expected, std::int64_t& number);

/// The separator of a line: a tab, if that makes 2 to `most` fields; else a comma, if the line has one; else blanks.
/// Words between tabs or commas may hold blanks.
Separator separator_of_words(std::string_view line, std::int64_t most);

/// A word without its quotation marks; "" inside it is one mark. @param space  holds a word with such marks.
std::string_view word_of(std::string_view field, Separator separator, std::string& space);

/// A weight. @throws InputError  if it is no finite number, or too small.
double weight_of(std::string_view field, const GraphFormat& format, const TextLines& lines);

/// read_*_format() finds the format of a file, read_*() reads one of `parts` parts of it.
GraphFormat read_edge_format(const std::string& path, const std::optional<std::string>& columns = {});
GraphPart read_edges(const GraphFormat& format, int part, int parts);
GraphFormat read_adjacency_format(const std::string& path);
GraphPart read_adjacency(const GraphFormat& format, int part, int parts);
GraphFormat read_matrix_market_format(const std::string& path);
GraphPart read_matrix_market(const GraphFormat& format, int part, int parts);
GraphFormat read_metis_format(const std::string& path);
GraphPart read_metis(const GraphFormat& format, int part, int parts);

}  // namespace uneven::data
