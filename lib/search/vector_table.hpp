// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/table.hpp"
#include "document/options/plan_options.hpp"
#include "document/options/table_options.hpp"
#include "search/answers.hpp"
#include "search/packed.hpp"

namespace uneven::search {

/// How a table of vectors is read. @param columns  a list, or "all".
document::TableOptions vector_columns(const std::string& columns);

/// Reads the vectors of rows that are there, in the rows of a table of numbers, in single precision.
/// @param to    its rows are those that are read.
/// @param name  of the table's file, for messages.
/// @throws InputError  at a number that is not finite in single precision; for cosine at a vector of zeros.
/// Memory: a block of the file.
void read_vectors(const data::Table& table, const std::string& name, document::Metric metric, Packed& to);

/// Bytes that reading `rows` vectors takes beside them, in parts.
double bytes_of_reading(std::int64_t floats, std::int64_t rows);

/// All vectors of a table as queries. @throws as read_vectors().
std::vector<Query> vector_queries(const data::Table& table, const std::string& name, document::Metric metric);

/// Answers as text, as Answers gives them, without the columns of a table; match is always similar.
std::vector<std::string> vector_lines(const std::vector<std::vector<Neighbour>>& found, Format format);

}  // namespace uneven::search
