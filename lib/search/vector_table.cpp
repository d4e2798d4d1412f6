// SPDX-License-Identifier: MIT
#include "search/vector_table.hpp"

#include <algorithm>
#include <cstddef>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "data/table.hpp"
#include "document/json.hpp"
#include "search/vectors.hpp"

namespace uneven::search {

document::TableOptions vector_columns(const std::string& columns) {
  document::TableOptions options;
  if (columns != "all") options.columns = columns;
  return options;
}

namespace {

constexpr std::int64_t numbers_at_a_time = 1 << 20;

std::int64_t rows_of_part(std::int64_t floats) { return std::max<std::int64_t>(1, numbers_at_a_time / floats); }

}  // namespace

double bytes_of_reading(std::int64_t floats, std::int64_t rows) {
  return static_cast<double>(floats * std::min(rows, rows_of_part(floats))) * (sizeof(double) + 2 * sizeof(float));
}

void read_vectors(const data::Table& table, const std::string& name, document::Metric metric, Packed& to) {
  const std::int64_t floats = to.layout().floats, most = rows_of_part(floats);
  for (document::Range rest = to.range(); rest.count > 0;) {
    const document::Range rows{rest.first, std::min(most, rest.count)};
    const std::vector<double> read = table.read(rows);
    const std::vector<float> values(read.begin(), read.end());
    data::require_finite(input_name(name), values, rows, {0, floats});
    const auto is_zero = [](float x) { return x == 0; };
    for (std::int64_t i = 0; i < rows.count && metric == document::Metric::cosine; ++i)
      if (std::all_of(values.begin() + i * floats, values.begin() + (i + 1) * floats, is_zero))
        throw InputError(input_name(name) + ": row " + std::to_string(rows.first + i) +
                         ": all numbers are 0; expected another, for the cosine of a vector without a direction is "
                         "unknown");
    std::ranges::copy(values, to.vector(rows.first));
    rest = {rows.end(), rest.end() - rows.end()};
  }
}

std::vector<Query> vector_queries(const data::Table& table, const std::string& name, document::Metric metric) {
  Packed rows(Layout{.floats = table.columns()}, table.rows());
  read_vectors(table, name, metric, rows);
  std::vector<Query> queries(static_cast<std::size_t>(table.rows()));
  for (std::int64_t row = 0; row < table.rows(); ++row)
    queries[static_cast<std::size_t>(row)].vector.assign(rows.vector(row), rows.vector(row) + table.columns());
  return queries;
}

std::vector<std::string> vector_lines(const std::vector<std::vector<Neighbour>>& found, Format format) {
  std::vector<std::string> lines;
  if (format == Format::tsv) lines.push_back("query\trank\tdistance\tmatch\trow");
  for (std::size_t q = 0; q < found.size(); ++q)
    for (std::size_t i = 0; i < found[q].size(); ++i) {
      const double distance = distance_of(found[q][i].distance);
      const std::int64_t row = found[q][i].row;
      if (format == Format::tsv)
        lines.push_back(std::to_string(q) + '\t' + std::to_string(i + 1) + '\t' + shortest(distance) + "\tsimilar\t" +
                        std::to_string(row));
      else
        lines.push_back(document::OrderedJson{
            {"query", q}, {"rank", i + 1}, {"distance", distance}, {"match", "similar"}, {"row", row}}
                            .dump());
    }
  return lines;
}

}  // namespace uneven::search
