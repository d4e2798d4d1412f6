// SPDX-License-Identifier: MIT
#include "elements/data.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "base/error.hpp"
#include "base/text.hpp"
#include "context.hpp"
#include "data/table.hpp"
#include "elements/mail.hpp"
#include "elements/programs/clustering.hpp"

namespace uneven::elements {

namespace {

constexpr std::int64_t blocks_at_a_time = 64;
constexpr int made_up_places = 8;

void require_finite(const std::string& name, document::Range range, int columns, const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i])) {
      const auto row = range.first + static_cast<std::int64_t>(i) / columns + 1;
      throw InputError(name + ": row " + std::to_string(row) + ", column " +
                       std::to_string(static_cast<std::int64_t>(i) % columns + 1) + ": " +
                       (std::isnan(values[i]) ? "nan" : "infinity") + "; expected a finite number");
    }
}

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
  Rows rows{o.count, static_cast<int>(o.dimensions) + with_label, 0, "made-up points", {}, 0};
  rows.rows_at_a_time = blocks_at_a_time * block_elements;
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

Rows file_rows(const std::string& path) {
  Rows rows;
  rows.name = path;
  std::function<std::vector<double>(document::Range)> read;
  if (data::is_npy(path)) {
    const data::NpyHeader header = data::read_npy_header(path);
    rows.count = header.rows();
    rows.columns = whole(path, header.columns());
    rows.rows_at_a_time = blocks_at_a_time * block_elements;
    read = [path, header](document::Range range) { return data::read_npy_rows<double>(path, header, range); };
  } else {
    const data::CsvInfo info = data::read_csv_info(path);
    rows.count = info.rows;
    rows.columns = whole(path, info.columns);
    rows.rows_at_a_time = std::numeric_limits<std::int64_t>::max();
    read = [path, info](document::Range range) { return data::read_csv_rows<double>(path, info, range); };
  }
  rows.bytes = static_cast<std::int64_t>(std::filesystem::file_size(path));
  if (rows.count == 0 || rows.columns == 0) throw InputError(path + ": holds no numbers");
  rows.read = [read, name = rows.name, columns = rows.columns](document::Range range) {
    std::vector<double> values = read(range);
    require_finite(name, range, columns, values);
    return values;
  };
  return rows;
}

}  // namespace

Rows open_rows(const document::BspOptions& options, bool with_label) {
  return options.data ? file_rows(*options.data) : made_up_rows(options, with_label);
}

std::vector<double> read_table(const std::string& path, std::int64_t rows, int columns) {
  const auto shape = [](std::int64_t r, int c) { return std::to_string(r) + " x " + std::to_string(c) + " numbers"; };
  const Rows found = file_rows(path);
  if (found.count != rows || found.columns != columns)
    throw InputError(path + ": has " + shape(found.count, found.columns) + "; expected " + shape(rows, columns));
  return found.read({0, rows});
}

}  // namespace uneven::elements
