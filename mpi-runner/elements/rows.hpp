#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "document/bsp_options.hpp"
#include "document/common.hpp"

namespace uneven::elements {

/// The rows that become the elements of group 0: a NPY or CSV file, or points made up from the seed.
struct Rows {
  std::int64_t count = 0;
  int columns = 0;
  std::int64_t bytes = 0;  ///< of the file
  std::string name;        ///< for messages

  /// Reads a range; shape [range.count, columns]. Each process reads its own.
  /// @throws InputError  at a number that is not finite, naming its row and column from 1.
  std::function<std::vector<double>(document::Range)> read;
  std::int64_t rows_at_a_time = 0;  ///< a file that cannot be read by seeking is read in one go
};

/// @throws InputError, OpenError
Rows open_rows(const document::BspOptions& options, bool with_label);

/// All numbers of a small NPY or CSV file, row-major.
/// @throws InputError  unless it has this shape.
std::vector<double> read_table(const std::string& path, std::int64_t rows, int columns);

}  // namespace uneven::elements
