// SPDX-License-Identifier: MIT
#include "elements/data.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/error.hpp"
#include "base/text.hpp"
#include "context.hpp"
#include "data/table.hpp"
#include "elements/mail.hpp"
#include "elements/programs/clustering.hpp"
#include "tables.hpp"

namespace uneven::elements {

namespace {

/// Of whole blocks: about as many as a read of 8 MB brings.
std::int64_t rows_at_a_time(int columns) {
  constexpr std::int64_t numbers = 1 << 20;
  return std::max<std::int64_t>(1, numbers / (block_elements * std::max(1, columns))) * block_elements;
}

constexpr int made_up_places = 8;

/// Points around eight places; with a label, which of two half-spaces they are in, most of the time.
double made_up(std::uint64_t seed, std::int64_t row, int column, int columns, bool with_label) {
  const auto number = static_cast<std::uint64_t>(row);
  if (with_label && column == columns - 1) {
    double sum = 0;
    for (int j = 0; j + 1 < columns; ++j) sum += made_up(seed, row, j, columns, true);
    return uniform(seed, 1, number) < 1 / (1 + std::exp(-sum)) ? 1 : 0;
  }
  const std::uint64_t place = mixed_bits(seed, 0, number) % made_up_places;
  const double centre = 8 * uniform(seed, place + 2, static_cast<std::uint64_t>(column)) - 4;
  return centre + uniform(seed, 1000 + static_cast<std::uint64_t>(column), number) +
         uniform(seed, 2000 + static_cast<std::uint64_t>(column), number);
}

Rows made_up_rows(const document::BspOptions& o, bool with_label) {
  Rows rows{o.count, static_cast<int>(o.dimensions) + with_label, 0, "made-up points", {}, {}, 0};
  rows.rows_at_a_time = rows_at_a_time(rows.columns);
  rows.read = [seed = o.seed, columns = rows.columns, with_label](document::Range range) {
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(range.count * columns));
    for (std::int64_t i = range.first; i < range.end(); ++i)
      for (int j = 0; j < columns; ++j) values.push_back(made_up(seed, i, j, columns, with_label));
    return values;
  };
  return rows;
}

int whole(const std::string& path, std::int64_t columns) {
  if (columns > std::numeric_limits<int>::max())
    throw InputError(path + ": has " + std::to_string(columns) + " columns; expected at most " +
                     std::to_string(std::numeric_limits<int>::max()));
  return static_cast<int>(columns);
}

Rows rows_of(const std::string& path, std::shared_ptr<const data::Table> table) {
  Rows rows;
  rows.name = path;
  rows.count = table->rows();
  rows.columns = whole(path, table->columns());
  rows.labels = table->labels();
  rows.bytes = data::InputFile(data::file_of(path), path).bytes();
  rows.rows_at_a_time = rows_at_a_time(rows.columns);
  rows.read = [table](document::Range range) { return table->read(range); };
  return rows;
}

}  // namespace

Rows open_rows(const document::BspOptions& options, bool with_label, const comm::Communicator& comm) {
  if (!options.data) return made_up_rows(options, with_label);
  const auto last = with_label ? data::LastColumn::label : data::LastColumn::number;
  return rows_of(*options.data, runner::open_table(*options.data, options.table, last, comm));
}

std::vector<double> read_table(const std::string& path, std::int64_t rows, int columns) {
  const auto shape = [](std::int64_t r, std::int64_t c) {
    return std::to_string(r) + " x " + std::to_string(c) + " numbers";
  };
  const data::Table found = data::open_table(path);
  if (found.rows() != rows || found.columns() != columns)
    throw InputError(path + ": has " + shape(found.rows(), found.columns()) + "; expected " + shape(rows, columns));
  return found.read({0, rows});
}

}  // namespace uneven::elements
