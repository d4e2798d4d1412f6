#pragma once

#include <cstdint>
#include <string>

namespace uneven::data {

/// The size of a table of numbers in a file.
struct TableInfo {
  std::int64_t rows = 0;
  std::int64_t bytes = 0;  ///< of the file
};

/// Counts the rows of an NPY file (told by its magic string; its first dimension) or a CSV file.
///
/// @throws OpenError   if the file cannot be opened.
/// @throws InputError  if it is damaged, without numbers or of more than two dimensions, or if a CSV file does not
/// begin
///   with a row of numbers.
/// Cost: reads the header of an NPY file, a CSV file once.
TableInfo read_table_info(const std::string& path);

}  // namespace uneven::data
